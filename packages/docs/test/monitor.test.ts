import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Clock, systemClock } from '@syncline/core/internal';
import { openEnvironment } from '@syncline/ops';
import { runMonitor } from '@syncline/ops/monitor';
import { createSandbox } from '@syncline/sandbox';
import { violationsOf } from './support/axe.ts';
import { launch, skip } from './support/browser.ts';
import { assertScores } from './support/lighthouse.ts';
import { assertWork, pageWork, type PageWork } from './support/page-work.ts';

/** Half as much again as measured: the runs of this test, and so the page, depend on the time of day. */
const budget: PageWork = {
  requests: 1,
  bytes: 66_000,
  elements: 3_700,
  styled: 4_000,
  laidOut: 4_000,
  calls: 500,
  shift: 10,
};

describe('the live page of the monitor', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-monitor-'));
  const stop = new AbortController();
  /** How far the monitor's clock is ahead of this machine's, in milliseconds. */
  let ahead = 0;
  /** The time at which the monitor stands still, so that no new page arrives while one is measured. */
  let stoppedAt: number | undefined;
  const clock: Clock = {
    ...systemClock,
    date: () => stoppedAt ?? systemClock.date() + ahead,
    wait: (milliseconds, run) => systemClock.wait(milliseconds, () => stoppedAt === undefined && run()),
  };
  const sandbox = createSandbox({ seed: 7, scale: { jobs: 40, history: 2_000 }, edgeCases: false });
  let url: string;
  let ended: Promise<unknown>;
  before(async () => {
    const { urls, credentials } = await sandbox.listen();
    const credential = `{ basic: { username: ${credentials.basic.username}, password: { env: SYNC_PASSWORD } } }`;
    writeFileSync(
      join(folder, 'syncline.yaml'),
      `environments:
  production: { odata: { url: ${urls.odata}, credential: ${credential} } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, end: runenddate, rows: recordsaffected, error: error, timeZone: UTC }
freshness: [{ jobs: '*', warnAfter: 6h, errorAfter: 3d }]
store: { sqlite: ./runs.db }
`,
    );
    const variables = { SYNC_PASSWORD: credentials.basic.password };
    const environment = await openEnvironment({ file: join(folder, 'syncline.yaml'), variables });
    let listening = '';
    url = await new Promise<string>((resolve, reject) => {
      ended = runMonitor({
        environment,
        clock,
        signal: stop.signal,
        port: 0,
        // Lighthouse waits for a second without a long task, which an update takes on a slow machine.
        interval: '5s',
        onListening: (address) => (listening = address),
        consumers: [() => resolve(listening)],
      });
      ended.catch(reject);
    });
  });
  after(async () => {
    stop.abort();
    await ended;
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  test('axe finds nothing, wide and narrow, light and dark, and the console is empty', async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      page.on('console', (message) => assert.fail(message.text()));
      page.on('pageerror', (error) => assert.fail(error.message));
      for (const width of [1440, 360])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await page.goto(url);
          assert.deepEqual(await violationsOf(page), [], `${width} ${colorScheme}`);
          assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
        }
    } finally {
      await browser.close();
    }
  });

  test('shows new data, and keeps what the reader has opened, filtered and focused', async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      page.on('console', (message) => assert.fail(message.text()));
      page.on('pageerror', (error) => assert.fail(error.message));
      await page.goto(url);
      const revision = await page.getAttribute('html', 'data-revision');
      const name = await page.getAttribute('.lanes > li', 'data-job');
      const item = `.lanes > li[data-job=${JSON.stringify(name)}]`;
      await page.fill('#search', name ?? '');
      await page.click(`${item} summary`);
      await page.waitForSelector(`${item} tbody tr`);
      // The page is made again every minute, because it says how long ago things happened.
      ahead += 60_000;
      await page.waitForFunction((before) => document.documentElement.dataset['revision'] !== before, revision);
      assert.equal(await page.inputValue('#search'), name);
      assert.equal(await page.locator(`${item} details[open]`).count(), 1);
      assert.equal(await page.locator(`${item} tbody tr`).first().isVisible(), true);
      assert.ok(
        await page.evaluate(`document.activeElement === document.querySelector(${JSON.stringify(`${item} summary`)})`),
      );
      assert.match((await page.textContent('#state')) ?? '', /^Live, read at \d\d:\d\d:\d\d UTC$/);
    } finally {
      await browser.close();
    }
  });

  test('another site can neither read nor frame it, and nothing on it can be changed', async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      // A page of another origin, in the same browser.
      await page.route('http://other.example/', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>other</p>' }),
      );
      await page.goto('http://other.example/');
      const read = (options: object): Promise<string> =>
        page.evaluate(
          ([target, init]) =>
            fetch(target, init).then(
              ({ type }) => type,
              () => 'refused',
            ),
          [`${url}/health`, options] as const,
        );
      assert.equal(await read({}), 'refused');
      assert.equal(await read({ mode: 'no-cors' }), 'refused');
      assert.equal(await read({ method: 'POST', body: '{}' }), 'refused');
      const framed = await page.evaluate(async (target) => {
        const frame = document.createElement('iframe');
        frame.src = target;
        document.body.append(frame);
        await new Promise((resolve) => frame.addEventListener('load', resolve));
        return frame.contentWindow?.length;
      }, url);
      assert.equal(framed, 0);
      const frames = page.frames().filter((frame) => frame !== page.mainFrame());
      assert.ok(frames.every((frame) => !frame.url().startsWith(url)));
    } finally {
      await browser.close();
    }
  });

  test('Lighthouse scores 95 or more in accessibility, best practices and SEO on a phone', async () => {
    const port = 42_000 + (process.pid % 1_000);
    const browser = await launch([`--remote-debugging-port=${port}`]);
    try {
      await assertScores(url, port, 'phone');
    } finally {
      await browser.close();
    }
  });

  test('a phone has little to do to show it', async () => {
    const browser = await launch();
    stoppedAt = clock.date();
    try {
      assertWork(await pageWork(browser, url), budget, 'monitor');
    } finally {
      await browser.close();
    }
  });
});
