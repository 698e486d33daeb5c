import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { skip } from './support/browser.ts';
import { useSite } from './support/use-site.ts';

describe('the panel to try a call', { skip }, () => {
  const site = useSite();

  test('keeps its inputs in the address, which another browser opens', async () => {
    const page = await site.open('/reference/odata/list-history/');
    await page.fill('#try-filter', "status eq 'Łódź & co'");
    await page.waitForFunction(() => location.hash === '#try-it');
    const other = await site.open(page.url().slice(site.origin.length));
    await other.waitForFunction(() => document.querySelector('[data-part=curl]')!.textContent!.includes('%C5%81'));
    assert.equal(await other.inputValue('#try-filter'), "status eq 'Łódź & co'");
    assert.equal(await other.inputValue('#try-orderBy'), 'runstartdate desc');
    assert.match((await other.textContent('[data-part=typescript]')) ?? '', /Łódź/);
    await page.context().close();
    await other.context().close();
  });

  test('copies the call, the address and the response', async () => {
    const page = await site.open('/reference/odata/get-job/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const copied = async (name: string) => {
      await page.click(`[data-copy=${name}]`);
      await page.waitForFunction(() => document.querySelector('[data-part=status]')!.textContent === 'Copied');
      const text = await page.evaluate(() => navigator.clipboard.readText());
      await page.evaluate(() => (document.querySelector('[data-part=status]')!.textContent = ''));
      return text;
    };
    assert.match(await copied('call'), /odata\.jobs\.get\(/);
    await page.locator('#tab-ts').focus();
    await page.keyboard.press('End');
    assert.match(await copied('call'), /^curl /);
    assert.match(await copied('link'), /get-job\/#try-it$/);
    assert.equal(await page.locator('[data-copy=answer]').isVisible(), false);
    await page.click('try-it button[type=submit]');
    await page.waitForSelector('[data-copy=answer]', { state: 'visible', timeout: 30_000 });
    assert.equal((JSON.parse(await copied('answer')) as { JobName: string }).JobName, 'CRM to Warehouse');
    await page.context().close();
  });

  test('explains without JavaScript how to make the same call', async () => {
    const page = await site.open('/reference/odata/get-job/', { javaScriptEnabled: false });
    assert.match((await page.textContent('try-it noscript')) ?? '', /npx @syncline\/sandbox --port 8080/);
    assert.match((await page.textContent('[data-part=curl]')) ?? '', /^curl .*CRM%20to%20Warehouse/);
    assert.ok(await page.locator('[data-part=curl]').isVisible());
    assert.equal(await page.locator('try-it button[type=submit]').isVisible(), false);
    await page.context().close();
  });
});
