import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSandbox } from '@syncline/sandbox';
import { operations as table } from '@syncline/openapi';
import type { Browser, Page } from 'playwright-core';
import { kebab } from '../scripts/pages/page.ts';
import { sandboxStart } from '../src/try-it/sandbox-start.ts';
import { launch, skip } from './support/browser.ts';
import { pageWork } from './support/page-work.ts';
import { serve } from './support/serve.ts';

const operations = Object.values(table).map(({ id, interface: name }) => `${name}/${kebab(id)}`);

describe('the site in a browser', { skip }, () => {
  let browser: Browser;
  const errors: string[] = [];
  let site: Awaited<ReturnType<typeof serve>>;
  before(async () => {
    site = await serve();
    browser = await launch();
  });
  after(async () => {
    await browser.close();
    await site.close();
    assert.deepEqual(errors, []);
  });

  async function open(path: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(`${path}: ${error.message}`));
    const response = await page.goto(`${site.origin}${path}`);
    assert.equal(response?.status(), 200, path);
    return page;
  }

  const finish = async (page: Page) => {
    await page.waitForFunction(
      () => !/^(?:The real client|Running)/.test(document.querySelector('[data-part=status]')!.textContent!),
      null,
      { timeout: 30_000 },
    );
    return page.textContent('[data-part=status]');
  };

  test('search finds "filter"', async () => {
    const page = await open('/start/');
    // The search input is created once the page is idle. Waiting for it before pressing the key shows, if the test
    // fails, whether the input or the key was the problem.
    await page.waitForSelector('.pagefind-ui__search-input', { state: 'attached' });
    await page.keyboard.press('Control+k');
    await page.waitForSelector('site-search dialog[open] .pagefind-ui__search-input');
    await page.fill('.pagefind-ui__search-input', 'filter');
    await page.waitForSelector('.pagefind-ui__result-link', { timeout: 15_000 });
    const found = await page.locator('.pagefind-ui__result-link').allTextContents();
    assert.ok(
      found.some((title) => /filter/i.test(title)),
      found.join(', '),
    );
    await page.context().close();
  });

  for (const operation of operations)
    test(`the panel of ${operation} shows the response of the sandbox in the page`, async () => {
      const page = await open(`/reference/${operation}/`);
      await page.click('try-it button[type=submit]');
      const status = await finish(page);
      assert.match(
        status ?? '',
        /^(?:[1-9]\d* records?|Answered) in \d+ ms$/,
        `${status} ${await page.textContent('[data-part=answer]')}`,
      );
      assert.ok((await page.locator('try-it .answer tbody tr').count()) > 0);
      await page.context().close();
    });

  test('every panel shows the response of a listening sandbox, or why there is none', async () => {
    const sandbox = createSandbox({ clock: { start: sandboxStart } });
    const { urls, close } = await sandbox.listen();
    try {
      for (const operation of operations) {
        const page = await open(`/reference/${operation}/`);
        await page.check('try-it input[value=address]');
        await page.fill('try-it input[name=address]', new URL(urls.odata).origin);
        const answered = sandbox.requests.length;
        await page.click('try-it button[type=submit]');
        assert.match(
          (await finish(page)) ?? '',
          /^(?:[1-9]\d* records?|Answered) in \d+ ms$/,
          `${operation} ${await page.textContent('[data-part=answer]')}`,
        );
        assert.ok((await page.locator('try-it .answer tbody tr').count()) > 0, operation);
        assert.deepEqual(
          sandbox.requests.slice(answered).map(({ status }) => status),
          operation === 'cloud/create-token' ? [200, 200] : [200],
          operation,
        );
        await page.context().close();
      }
    } finally {
      await close();
      await sandbox.close();
    }
    const page = await open('/reference/odata/list-history/');
    await page.check('try-it input[value=address]');
    await page.fill('try-it input[name=address]', urls.odata);
    await page.click('try-it button[type=submit]');
    assert.equal(await finish(page), 'Failed with NETWORK_ERROR');
    await page.context().close();
  });

  test('an invalid filter shows its caret while it is typed, and what is wrong', async () => {
    const page = await open('/reference/odata/list-history/');
    await page.fill('#try-filter', "contains(details, 'a'");
    const note = page.locator('#try-filter-note');
    await note.waitFor({ state: 'visible' });
    const lines = ((await note.textContent()) ?? '').split('\n');
    assert.match(lines[0] ?? '', /^Expected .+ at offset 21/);
    assert.equal(lines[2]?.indexOf('^'), (lines[1]?.indexOf('contains') ?? 0) + 21);
    await page.fill('#try-filter', "contains(details, 'a')");
    await note.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  test('the call and the curl command follow the inputs', async () => {
    const page = await open('/reference/odata/get-job/');
    await page.fill('#try-JobName', "O'Brien/ö");
    await page.waitForFunction(() => document.querySelector('[data-part=curl]')!.textContent!.includes('%27%27'));
    assert.match((await page.textContent('[data-part=curl]')) ?? '', /O%27%27Brien%2F%C3%B6/);
    assert.match((await page.textContent('[data-part=typescript]')) ?? '', /jobs\.get\('O\\'Brien\/ö'/);
    await page.context().close();
  });

  test('the panel can be used with only the keyboard', async () => {
    const page = await open('/reference/odata/list-connectors/');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Skip to content');
    const reached = async () => page.evaluate(() => document.activeElement?.id);
    // The link has skipped the header and the sidebar.
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 60 && (await reached()) !== 'try-filter'; presses += 1)
      await page.keyboard.press('Tab');
    assert.equal(await reached(), 'try-filter');
    await page.keyboard.press('Enter');
    assert.match((await finish(page)) ?? '', /records? in/);
    await page.context().close();
  });

  test('the job fields can be searched', async () => {
    const page = await open('/reference/job-fields/');
    await page.fill('job-fields input', 'cron');
    assert.deepEqual(await page.locator('job-fields tbody tr:visible th').allTextContents(), ['ScheduledCron']);
    await page.context().close();
  });

  test('the start page transfers at most 150 kB', async () => {
    const page = await open('/start/');
    await page.context().close();
    const { bytes } = await pageWork(browser, `${site.origin}/`);
    console.log(`start page: ${(bytes / 1000).toFixed(1)} kB transferred`);
    assert.ok(bytes > 10_000 && bytes <= 150_000, `${bytes} B`);
  });
});
