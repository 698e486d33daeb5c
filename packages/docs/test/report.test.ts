import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createReport, renderPage } from '@syncline/ops';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { facts, hour, injections, now, run } from '../../ops/test/support/report-facts.ts';
import { violationsOf } from './support/axe.ts';
import { launch, skip, tooltipsOf } from './support/browser.ts';

/** A report with jobs in every state and every optional part. */
function everything(): string {
  const outcomes = ['succeeded', 'warned', 'partial', 'failed', 'cancelled', 'unknown', 'running'] as const;
  const runs: Parameters<typeof createReport>[0]['runs'][number][] = outcomes.flatMap((outcome) => [
    ...Array.from({ length: outcome === 'failed' ? 130 : 12 }, (_, index) =>
      run(1 + index / 2, { job: `Job ${outcome}`, rows: 100 + (index % 7) }),
    ),
    run(0.4, {
      job: `Job ${outcome}`,
      outcome,
      rows: 0,
      status: 'WORD',
      error: outcome === 'failed' ? 'disk full' : '',
    }),
  ]);
  const freshness = (job: string, result: 'pass' | 'warn' | 'error' | 'unknown', ageMs?: number) => {
    const missed = result === 'error' ? [now - hour] : [];
    return { job, result, missed, skipped: [], ageMs, because: ['why'], limits: { warn: hour, error: 2 * hour } };
  };
  const earlier = {
    version: 1,
    environment: 'production',
    at: now - 24 * hour,
    jobs: [
      { name: 'Job cancelled', result: 'pass' },
      { name: 'Gone', result: 'error' },
    ],
    failures: [{ id: 'x', message: 'an old reason' }],
  } as const;
  return renderPage(
    createReport(
      facts(runs, {
        jobs: ['Idle'],
        freshness: [
          freshness('Job succeeded', 'pass', hour / 2),
          freshness('Job warned', 'warn', hour * 1.5),
          freshness('Job failed', 'error', hour * 9),
          freshness('Idle', 'unknown'),
        ],
        earlier: { ...earlier, jobs: [...earlier.jobs], failures: [...earlier.failures] },
        notes: ['3 records are not runs'],
      }),
    ),
  );
}

describe('the page of a report in a browser', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-report-'));
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page from its file. Any console message, error or network request fails the test. */
  async function open(text: string, options: BrowserContextOptions = {}): Promise<Page> {
    const file = join(folder, 'report.html');
    writeFileSync(file, text);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    page.on('console', (message) => assert.fail(`console: ${message.text()}`));
    page.on('pageerror', (error) => assert.fail(error.message));
    page.on('request', (request) => {
      if (!/^(?:file|data):/.test(request.url())) assert.fail(`asks for ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  test('on a phone, a jump shows the heading below the filter, and no age is cut off', async () => {
    const page = await open(everything(), { viewport: { width: 360, height: 700 } });
    await page.evaluate("location.hash = 'freshness'");
    const heading = await page.locator('#freshness-title').boundingBox();
    const filter = await page.locator('.filter').boundingBox();
    assert.ok(heading && filter && heading.y >= filter.y + filter.height, JSON.stringify({ heading, filter }));
    const gauges = await page
      .locator('#freshness .scroll')
      .first()
      .evaluate((box) => box.scrollWidth - box.clientWidth);
    assert.equal(gauges, 0);
    await page.context().close();
  });

  test('the hint about a key is for those who have a keyboard', async () => {
    for (const isMobile of [false, true]) {
      const page = await open(everything(), { isMobile, hasTouch: isMobile });
      const hint = await page.getAttribute('#search', 'placeholder');
      assert.equal(hint, isMobile ? 'Filter jobs' : 'Filter jobs, press /');
      await page.context().close();
    }
  });

  for (const width of [1440, 360])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`axe finds nothing, and nothing is cut: ${width} pixels, ${colorScheme}`, async () => {
        const page = await open(everything(), {
          viewport: { width, height: 800 },
          colorScheme,
          reducedMotion: 'reduce',
        });
        await page.evaluate(
          'for (const each of document.querySelectorAll(\'li:not([data-job="job failed"]) > details\')) each.open = true',
        );
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
        assert.deepEqual(await violationsOf(page), []);
        await page.context().close();
      });

  test('no text of the service runs, loads or becomes an element', async () => {
    const attack = (text: string) => run(2, { key: text, job: text, outcome: 'failed', error: text, status: text });
    const plain = renderPage(createReport(facts(injections.map((_, index) => attack(`plain ${index}`)))));
    const shape =
      "JSON.stringify([...document.querySelectorAll('*')].map((each) => [each.localName, ...each.getAttributeNames()]))";
    const page = await open(renderPage(createReport(facts(injections.map(attack)))));
    const openAll = "for (const each of document.querySelectorAll('details')) each.open = true";
    await page.evaluate(openAll);
    const tips = await tooltipsOf(page);
    for (const text of ['<img src=x onerror=attacked=1>', "'><svg onload=attacked=1>"])
      assert.ok(
        tips.some((tip) => tip.includes(text)),
        text,
      );
    assert.equal(await page.locator('#tip *').count(), 0);
    await page.fill('#search', '<');
    await page.fill('#search', '');
    await page.waitForTimeout(50);
    assert.equal(await page.evaluate('typeof attacked'), 'undefined');
    assert.equal(await page.evaluate('typeof {}.attacked'), 'undefined');
    const attacked = await page.evaluate(shape);
    // Reasons that differ only in digits are grouped, so the plain page has fewer groups of failures. Only the lanes of
    // the jobs are compared.
    const lanes =
      "JSON.stringify([...document.querySelectorAll('#jobs *')].map((each) => [each.localName, ...each.getAttributeNames()]).filter(([name]) => name !== 'text'))";
    const before = await page.evaluate(lanes);
    assert.ok(!String(attacked).includes('onerror') && !String(attacked).includes('iframe'));
    await page.context().close();
    const other = await open(plain);
    await other.evaluate(openAll);
    await other.waitForTimeout(50);
    assert.equal(before, await other.evaluate(lanes));
    await other.context().close();
  });

  test('without JavaScript, all content is there', async () => {
    const page = await open(everything(), { javaScriptEnabled: false });
    assert.match((await page.textContent('h1')) ?? '', /^5 of 8 jobs need attention$/);
    assert.equal(await page.locator('.filter').isVisible(), false);
    assert.equal(await page.locator('.lanes > li').count(), 8);
    await page.click('.lanes > li:first-child summary');
    assert.equal(await page.locator('.lanes > li:first-child tbody tr').first().isVisible(), true);
    await page.context().close();
  });

  test('the keyboard filters, opens a job and lists its last 100 runs', async () => {
    const page = await open(everything());
    await page.keyboard.press('/');
    await page.keyboard.type('job FAILED');
    assert.equal(await page.textContent('#shown'), '1 of 8 jobs');
    assert.equal(await page.locator('#volume .chart:visible').count(), 0);
    assert.equal(await page.locator('.failure:visible').count(), 1);
    for (let step = 0; step < 9; step++) {
      if (await page.evaluate("document.activeElement.matches('.lanes summary')")) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForSelector('.lanes li[data-job="job failed"] tbody tr:nth-child(100)');
    assert.equal(await page.textContent('.lanes li[data-job="job failed"] caption'), 'The last 100 of 131 runs');
    assert.match(
      (await page.textContent('.lanes li[data-job="job failed"] tbody tr')) ?? '',
      /^failed2 Mar, 11:3610m0disk fullrun-/,
    );
    await page.context().close();
  });

  test('filters what needs attention, and a name that no job has', async () => {
    const page = await open(everything());
    await page.click('text="Need attention" >> nth=0');
    assert.equal(await page.locator('.lanes > li:visible').count(), 5);
    await page.fill('#search', 'succeeded');
    assert.equal(await page.locator('.lanes > li:visible').count(), 0);
    assert.equal(await page.locator('#jobs .nothing').isVisible(), true);
    await page.context().close();
  });

  test('the tooltip describes the run below the pointer', async () => {
    const page = await open(everything());
    const lane = page.locator('.lanes li[data-job="job failed"] .lane-box');
    await lane.scrollIntoViewIfNeeded();
    const box = await lane.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
    assert.equal(await page.textContent('#tip'), 'failed · 2 Mar, 11:36 UTC · 10m · 0 rows\ndisk full');
    await page.mouse.move(box.x + 3, box.y + box.height / 2);
    assert.equal(await page.locator('#tip').isVisible(), false);
    await page.context().close();
  });

  test('on paper, nothing floats and nothing is cut', async () => {
    const page = await open(everything(), { viewport: { width: 760, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.filter').isVisible(), false);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    assert.ok((await page.pdf({ format: 'A4' })).length > 10_000);
    await page.context().close();
  });
});
