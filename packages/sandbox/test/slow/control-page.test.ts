import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type ListeningSandbox } from '../../src/index.ts';
import { chromium, openPage, type Page } from './browser.ts';

if (chromium === undefined)
  console.log('The control page was not seen in a browser: there is no chromium on this machine.');

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

  /** Waits until an expression of the page has an expected value. */
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

  it('shows requests as text, whatever they contain, and no secret', async () => {
    const { headerName, value } = served.credentials.apiKey;
    await fetch(`${served.urls.odata}/history?$select=<img src=x onerror=alert(1)>&@authtoken=${value}`);
    await fetch(`${served.urls.odata}/connectors`, { headers: { [headerName]: value } });
    await see('document.querySelectorAll("#log tr").length', 2);
    expect(await page.evaluate('document.querySelectorAll("#log img").length')).toBe(0);
    expect(await page.evaluate('document.body.innerText')).not.toContain(value);
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
