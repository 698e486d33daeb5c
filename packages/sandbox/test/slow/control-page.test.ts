import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type ListeningSandbox } from '../../src/index.ts';
import { chromium, openPage, type Page } from './browser.ts';

if (chromium === undefined)
  console.log('The control page was not seen in a browser: there is no chromium on this machine.');

/** Texts that would cause an effect if they became markup, a script or a terminal command. */
const injections = [
  '<img src=x onerror=attacked=1>',
  '"><script>attacked=1</script>',
  "'><svg onload=attacked=1>",
  '</code></pre></td></tr></table><iframe srcdoc="<script>parent.attacked=1</script>">',
  '</textarea><style>*{display:none}</style>',
  'javascript:attacked=1',
  '${attacked=1}{{attacked=1}}<%attacked=1%>',
  '{"__proto__":{"attacked":1},"constructor":{"prototype":{"attacked":1}}}',
  '<a href="javascript:attacked=1" style="position:fixed;inset:0">',
  '<template><b onclick=attacked=1></template><base href="//evil.example/">',
  '\u202eevil\u2066\u200b\u001b[2J\u0007',
  '&lt;img src=x onerror=attacked=1&gt;&#60;b&#62;',
];

describe.skipIf(chromium === undefined)('the control page in a browser', () => {
  const sandbox = createSandbox({ clock: { start: '2026-03-01T10:07:30Z' }, scale: { history: 50 } });
  let served: ListeningSandbox;
  let page: Page;
  beforeAll(async () => {
    served = await sandbox.listen();
    page = await openPage(served.urls.control);
  });
  afterAll(async () => {
    await page?.close();
    await sandbox.close();
  });

  /** Waits until an expression in the page has the expected value. */
  const see = (expression: string, want: unknown): Promise<void> =>
    expect.poll(() => page.evaluate(expression), { timeout: 8000 }).toEqual(want);
  const press = (selector: string): Promise<unknown> =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
  const message = 'document.getElementById("message").textContent';

  it('shows the time, the operations and the jobs', async () => {
    await see('document.getElementById("now").textContent', '2026-03-01 10:07:30 UTC');
    await see('document.querySelectorAll("#fault select[name=operation] option").length', 9);
    await see('document.querySelector("#run select[name=job]").value', 'CRM to Warehouse');
  });

  it('explains itself when it is empty, with addresses, credentials and a call of each operation', async () => {
    await see('document.getElementById("no-requests").hidden', false);
    await see('document.querySelectorAll("#calls li").length', 8);
    expect(await page.evaluate('document.getElementById("addresses").textContent')).toContain(served.urls.odata);
    expect(await page.evaluate('document.getElementById("credentials").textContent')).toContain(
      served.credentials.apiKey.value,
    );
    const curl = await page.evaluate<string>('document.querySelector("#first-call code").textContent');
    expect(curl).toMatch(/^curl -H/);
  });

  it('has no accessibility violation, in light and dark, wide and narrow, empty and with an open request', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axe);
    const violations = async (): Promise<unknown> =>
      page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]))',
      );
    const everyLook = async (): Promise<void> => {
      for (const width of [1440, 360]) {
        for (const colors of ['light', 'dark'] as const) {
          await page.emulate(width, colors);
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
          expect(await violations(), `${width} ${colors}`).toEqual([]);
        }
      }
    };
    await page.evaluate('document.getElementById("service").open = true');
    await everyLook();
    sandbox.faults.next('*', { status: 503, retryAfter: 2 });
    await fetch(`${served.urls.odata}/history?$filter=a%20eqq%20b`);
    await see('document.querySelectorAll(".open").length', 1);
    await see('document.querySelector(".open .query").textContent', '?$filter=a eqq b');
    await see('document.querySelector(".open .query").title', 'Sent as ?$filter=a%20eqq%20b');
    await press('.open');
    await see('document.querySelectorAll(".callout").length', 2);
    await press('.actions button');
    await everyLook();
    await page.emulate(360, 'light');
    // On a phone, the controls come first.
    const top = (selector: string) =>
      page.evaluate<number>(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`);
    expect(await top('.requests')).toBeGreaterThan(await top('#run'));
    await page.emulate(1440, 'light');
    await fetch(`${served.urls.odata}/jobs('a%20b')`);
    await see('document.querySelector(".open").textContent', "GET/odata/jobs('a b')");
    await see('document.querySelector(".open > :nth-child(2)").title', "Sent as /odata/jobs('a%20b')");
    sandbox.reset();
    await see('document.querySelectorAll(".open").length', 0);
  });

  it('shows requests and responses as text, whatever they contain', async () => {
    const { headerName, value } = served.credentials.apiKey;
    for (const text of injections) {
      const part = encodeURIComponent(text);
      await fetch(`${served.urls.odata}/${part}?$filter=${part}&${part}=${part}`, {
        headers: { accept: text.replace(/[^ -~]/g, '') },
      });
      await fetch(`${served.urls.cloud}/api/query`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': text.replace(/[^ -~]/g, '') },
      });
      sandbox.faults.next('listConnectors', { status: 500, text, headers: { 'x-text': text.replace(/[^ -~]/g, '') } });
      await fetch(`${served.urls.odata}/connectors?$filter=${part}`, { headers: { [headerName]: value } });
      sandbox.faults.next('getJob', { text });
      await fetch(`${served.urls.odata}/jobs('${part.replaceAll("'", "''")}')`, { headers: { [headerName]: value } });
    }
    const total = 4 * injections.length;
    await see('document.querySelectorAll(".open").length', total);
    await page.evaluate('for (const open of document.querySelectorAll(".open")) open.click()');
    await see('document.querySelectorAll(".sides").length', total);
    await page.evaluate('for (const again of document.querySelectorAll(".again")) again.hidden = false');
    expect(await page.evaluate('String(globalThis.attacked)')).toBe('undefined');
    const foreign =
      'img, script, svg, iframe, style, a, b, base, form, object, math, template, textarea, [style], [onerror], [onload]';
    expect(await page.evaluate(`document.querySelectorAll("#log :is(${foreign})").length`)).toBe(0);
    const shown = await page.evaluate<string>('document.getElementById("log").textContent');
    expect(shown).toContain('<img src=x onerror=attacked=1>');
    expect(shown).toContain('\\u{202e}');
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0000-\u0008]/);
    await page.evaluate('for (const open of document.querySelectorAll(".open")) open.click()');
    sandbox.reset();
    await see('document.querySelectorAll(".open").length', 0);
  });

  it('shows no secret of a request', async () => {
    const { headerName, value } = served.credentials.apiKey;
    const mine = 'a-key-of-mine-71c5';
    await fetch(`${served.urls.odata}/history?@authtoken=${value}`);
    await fetch(`${served.urls.odata}/connectors`, { headers: { [headerName]: mine } });
    await fetch(`${served.urls.odata}/connectors`, { headers: { authorization: `Bearer ${mine}` } });
    sandbox.faults.next('*', { text: '{request}' });
    await fetch(`${served.urls.odata}/connectors?@authtoken=${mine}`);
    await see('document.querySelectorAll(".open").length', 4);
    await page.evaluate('for (const open of document.querySelectorAll(".open")) open.click()');
    await see('document.querySelectorAll(".sides").length', 4);
    expect(await page.evaluate('document.body.textContent')).not.toContain(mine);
    expect(
      await page.evaluate('[...document.querySelectorAll(".sides")].map((side) => side.textContent).join()'),
    ).not.toContain(value);
  });

  it('filters by text, operation and result', async () => {
    const shown =
      '[...document.querySelectorAll("#log tbody:not([hidden]) .status")].map((status) => status.textContent).join()';
    const choose = (name: string, text: string) =>
      page.evaluate(
        `{ const field = document.querySelector("#filters [name=${name}]"); field.value = ${JSON.stringify(text)}; field.dispatchEvent(new Event("input", { bubbles: true })); }`,
      );
    await see(shown, '401,401,401,200');
    await choose('text', 'history');
    await see(shown, '200');
    await choose('text', 'CREDENTIAL wrong');
    await see(shown, '401,401');
    await choose('text', 'absent everywhere');
    await see('document.getElementById("no-match").hidden', false);
    await press('#show-all');
    await choose('operation', 'listHistory');
    await see(shown, '200');
    await press('#clear-filters');
    await choose('result', 'fault');
    await see('document.getElementById("count").textContent', '1 of 4 requests · 3 with an error status');
    await press('#clear-filters');
    await see(shown, '401,401,401,200');
  });

  it('fails the next request of the same operation, and gives a curl command that sends it again', async () => {
    await see('document.querySelector(".actions button:last-child").textContent', 'Fail the next listConnectors');
    await press('.actions button:last-child');
    await see(message, 'The fault for the next listConnectors: 503, Retry-After 2.');
    expect(sandbox.faults.list()).toMatchObject([
      { rule: { operation: 'listConnectors', times: 1, status: 503, retryAfter: 2 } },
    ]);
    const commands = '[...document.querySelectorAll(".again code")].map((code) => code.textContent)';
    const [, , , history] = await page.evaluate<string[]>(commands);
    expect(history).toBe(
      `curl -g --path-as-is --url-query '@authtoken=${served.credentials.apiKey.value}' -H 'accept: */*' -H 'accept-language: *' '${served.urls.odata}/history'`,
    );
    sandbox.faults.clear();
  });

  it('shows what is not valid HTTP, with the reason', async () => {
    const socket = connect(Number(new URL(served.urls.odata).port), '127.0.0.1', () => socket.write('hello\r\n\r\n'));
    await new Promise((resolve) => socket.resume().on('close', resolve));
    const row =
      '[...document.querySelectorAll("#log tbody")].find((body) => body.textContent.includes("(unreadable)"))';
    await see(`${row}?.querySelector(".why").textContent.startsWith("This is not an HTTP/1.1 request: ")`, true);
    await page.evaluate(`${row}.querySelector(".open").click()`);
    await see(`${row}.querySelector(".detail")?.textContent.includes("cannot be sent again")`, true);
    expect(await page.evaluate(`${row}.querySelector(".detail").textContent`)).toContain('Not read.');
    await page.evaluate(`${row}.querySelector(".open").click()`);
  });

  it('adds a fault that is applied, and removes another', async () => {
    await page.evaluate('document.querySelector("#fault select[name=operation]").value = "listConnectors"');
    await press('#fault button');
    await see(message, 'Fault added.');
    await see(
      'document.querySelector("#rules li").innerText.replaceAll("\\n", " ")',
      expect.stringContaining('listConnectors · applied 0 of 1'),
    );
    expect((await fetch(`${served.urls.odata}/connectors`)).status).toBe(503);
    await see('document.querySelectorAll("#rules li").length', 0);
    await press('#fault button');
    await see('document.querySelectorAll("#rules li").length', 1);
    await press('#rules button');
    await see(message, 'Fault removed.');
    expect(sandbox.faults.list()).toEqual([]);
  });

  it('says why a fault is invalid', async () => {
    await page.evaluate(
      'document.querySelector("#fault input[name=chance]").value = "30"; document.querySelector("#fault select[name=effect]").selectedOptions[0].value = \'{"status":99}\'',
    );
    await press('#fault button');
    await see(message, 'fault.status must be a whole number from 200 to 599, found 99');
  });

  it('advances the clock, starts a job and resets', async () => {
    await press('[data-advance="6h"]');
    await see('document.getElementById("now").textContent', '2026-03-01 16:07:30 UTC');
    await page.evaluate('document.querySelector("#run select[name=outcome]").value = "stuck"');
    await press('#run button');
    await see(message, expect.stringMatching(/^Run \S+ has started\.$/));
    await press('#reset');
    await see(message, 'Everything was reset.');
    await see('document.getElementById("no-requests").hidden', false);
  });

  it('labels every field and button, without console errors', async () => {
    expect(
      await page.evaluate(
        '[...document.querySelectorAll("input,select")].filter((field) => !field.labels?.length).length',
      ),
    ).toBe(0);
    expect(
      await page.evaluate(
        '[...document.querySelectorAll("button")].filter((button) => !button.textContent.trim() && !button.ariaLabel).length',
      ),
    ).toBe(0);
    expect(page.consoleErrors.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  });
});
