import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { operations as table } from '@syncline/openapi';
import { kebab } from '../scripts/pages/page.ts';
import { skip } from './support/browser.ts';
import { dist } from './support/serve.ts';
import { useSite } from './support/use-site.ts';

const operations = Object.values(table).map(({ id, interface: name, security }) => ({
  path: `/reference/${name}/${kebab(id)}/`,
  security,
}));

describe('the page of an operation', () => {
  for (const { path, security } of operations)
    test(`${path} shows the call, the request, an example response and each scheme`, () => {
      const markdown = readFileSync(new URL(`.${path.slice(0, -1)}.md`, dist), 'utf8');
      assert.match(markdown, /```ts\nimport /);
      assert.match(markdown, /```sh\ncurl /);
      assert.match(markdown, /```http\n(?:GET|POST) \S+ HTTP\/1\.1\nHost: /);
      const [, response = ''] = /```json\n([\s\S]*?)\n```/.exec(markdown) ?? [];
      assert.notEqual(Object.keys(JSON.parse(response) as object).length, 0);
      for (const scheme of security) assert.ok(markdown.includes(`### \`${scheme}\``), scheme);
      if (security.includes('apiKeyHeader' as never)) assert.ok(markdown.includes("vendorHeaderName('acme')"));
      assert.ok(markdown.indexOf('## Errors') < markdown.indexOf('## Not documented by the vendor'));
    });
});

describe('the page of an operation, in a browser', { skip }, () => {
  const site = useSite();
  const open = (path: string, width: number, javaScriptEnabled = true) =>
    site.open(path, { viewport: { width, height: 900 }, javaScriptEnabled });

  test('the tabs can be used with the keyboard, and the choice is kept on the next page', async () => {
    const page = await open('/reference/odata/list-history/', 1440);
    const selected = () => page.locator('.samples [role=tab][aria-selected=true]').first().textContent();
    const shown = () =>
      page.locator('.samples starlight-tabs').first().locator('[role=tabpanel]:visible').textContent();
    await page.locator('.samples [role=tab]').first().focus();
    await page.keyboard.press('ArrowRight');
    assert.equal((await selected())?.trim(), 'raw');
    assert.match((await shown()) ?? '', /odata\.raw\.GET/);
    await page.keyboard.press('ArrowRight');
    assert.equal((await selected())?.trim(), 'curl');
    assert.match((await shown()) ?? '', /curl/);
    await page.keyboard.press('End');
    assert.match((await shown()) ?? '', /GET \S+ HTTP/);
    await page.goto(`${site.origin}/reference/v2/list-workspaces/`);
    assert.equal((await selected())?.trim(), 'HTTP');
    await page.context().close();
  });

  test('the samples stay in view next to the text, and come before it on a phone', async () => {
    const wide = await open('/reference/odata/list-history/', 1440);
    await wide.locator('#errors').scrollIntoViewIfNeeded();
    assert.ok(await wide.locator('.samples [role=tab]').first().isVisible());
    const top = (await wide.locator('.samples').boundingBox())?.y ?? -1;
    assert.ok(top >= 0 && top < 300, `the samples are ${top} px below the top`);
    await wide.context().close();
    const narrow = await open('/reference/odata/list-history/', 360);
    const samples = await narrow.locator('.samples').boundingBox();
    const reading = await narrow.locator('.reading').boundingBox();
    assert.ok(samples && reading && samples.y + samples.height <= reading.y);
    await narrow.context().close();
  });

  test('a parameter has an address, and shows its type and whether it is required', async () => {
    const page = await open('/reference/odata/get-job/#parameter-JobName', 1440);
    const field = page.locator('.field-list li', { has: page.locator(':target') });
    assert.match((await field.textContent()) ?? '', /^\s*JobName\s+string in path, required\s/);
    await page.context().close();
  });

  test('links lead to each section of the page', async () => {
    const page = await open('/reference/odata/list-history/', 360);
    const titles = await page.locator('.sl-markdown-content h2').allTextContents();
    const links = await page.locator('.sections a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.deepEqual(
      links,
      titles.map((title) => `#${title.trim().toLowerCase().replaceAll(' ', '-')}`),
    );
    await page.context().close();
  });

  test('without script, every tab is shown', async () => {
    const page = await open('/reference/odata/get-job/', 1440, false);
    for (const panel of await page.locator('.samples [role=tabpanel]').all()) assert.ok(await panel.isVisible());
    await page.context().close();
  });
});
