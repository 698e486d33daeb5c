import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Clock, systemClock } from '@syncline/core/internal';
import { openEnvironment } from '@syncline/ops';
import { runMonitor } from '@syncline/ops/monitor';
import { createSandbox } from '@syncline/sandbox';
import { injections } from '../../ops/test/support/report-facts.ts';
import { launch, skip, tooltipsOf } from './support/browser.ts';

test('no text of the service runs or becomes an element on the live page, when it opens and when it updates', {
  skip,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'syncline-attacks-'));
  const stop = new AbortController();
  let ahead = 0;
  const clock: Clock = { ...systemClock, date: () => systemClock.date() + ahead };
  const begin = new Date(Date.now() - 7_200_000).toISOString();
  // A name in JSON has no half of a surrogate pair.
  const texts = injections.map((text) => text.toWellFormed());
  const history = texts.map((text) => ({
    historyid: text,
    jobname: text,
    status: text,
    error: text,
    details: text,
    runstartdate: begin,
  }));
  const sandbox = createSandbox({ data: { history }, life: false });
  const { urls, credentials } = await sandbox.listen();
  const credential = `{ basic: { username: ${credentials.basic.username}, password: { env: SYNC_PASSWORD } } }`;
  writeFileSync(
    join(folder, 'syncline.yaml'),
    `environments:
  production: { odata: { url: ${urls.odata}, credential: ${credential} } }
outcomes: { succeeded: [SUCCESS], failed: [FAILED], cancelled: [CANCELLED], running: [RUNNING] }
history: { key: historyid, job: jobname, status: status, start: runstartdate, error: error, timeZone: UTC }
freshness: [{ jobs: '*', errorAfter: 1h }]
store: { sqlite: ./runs.db }
`,
  );
  const variables = { SYNC_PASSWORD: credentials.basic.password };
  const environment = await openEnvironment({ file: join(folder, 'syncline.yaml'), variables });
  const browser = await launch();
  let ended: Promise<unknown> = Promise.resolve();
  try {
    let listening = '';
    const url = await new Promise<string>((resolve, reject) => {
      ended = runMonitor({
        environment,
        clock,
        signal: stop.signal,
        port: 0,
        interval: '1s',
        onListening: (address) => (listening = address),
        consumers: [() => resolve(listening)],
      });
      ended.catch(reject);
    });
    const page = await browser.newPage();
    // A policy that is violated is a message too.
    const seen: string[] = [];
    page.on('console', (message) => seen.push(message.text()));
    page.on('pageerror', (error) => seen.push(error.message));
    page.on('request', (request) => {
      if (!/^data:/.test(request.url()) && !request.url().startsWith(url)) seen.push(request.url());
    });
    await page.goto(url);
    const check = async (): Promise<void> => {
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      assert.ok((await page.locator('.lanes > li').count()) >= 15);
      await checkTexts();
    };
    const checkTexts = async (): Promise<void> => {
      assert.deepEqual(seen, []);
      assert.equal(await page.evaluate('typeof attacked + typeof {}.attacked'), 'undefinedundefined');
      assert.equal(
        await page
          .locator('main :is(img, iframe, script, style, base, template, math, object, a[href^="javascript" i])')
          .count(),
        0,
      );
      assert.equal(
        await page.evaluate(
          "[...document.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()).filter((name) => /^on/.test(name)).length",
        ),
        0,
      );
    };
    await check();
    const revision = await page.getAttribute('html', 'data-revision');
    // The page is made again every minute, and this one takes over its parts.
    ahead += 60_000;
    await page.waitForFunction((before) => document.documentElement.dataset['revision'] !== before, revision);
    await check();
    assert.ok((await tooltipsOf(page)).some((tip) => tip.includes('<img src=x onerror=attacked=1>')));
    await page.fill('#search', '<img');
    await check();
    // The pages of jobs and runs, by the links that lead to them, and with texts of an attacker in their addresses.
    await page.goto(`${url}/jobs`);
    await checkTexts();
    const jobs = await page.locator('main a[href*="job?name="]').evaluateAll((links) => links.map(String));
    assert.ok(jobs.length >= 15);
    for (const job of jobs) {
      await page.goto(job);
      await checkTexts();
      const runs = await page.locator('main a[href*="run?key="]').evaluateAll((links) => links.map(String));
      assert.ok(runs.length >= 1, job);
      await page.goto(runs[0]!);
      await checkTexts();
    }
    for (const text of texts) {
      const value = encodeURIComponent(text);
      for (const path of [`jobs?q=${value}&show=${value}`, `job?name=${value}x`]) {
        // A page that does not exist is an error of the console.
        await page.goto(`${url}/${path}`);
        assert.deepEqual(
          seen.splice(0).filter((line) => !/status of (?:400|404)/.test(line)),
          [],
          path,
        );
        await checkTexts();
      }
    }
    const health = await (await fetch(`${url}/health`)).text();
    assert.doesNotMatch(health, /attacked/);
  } finally {
    await browser.close();
    stop.abort();
    await ended.catch(() => undefined);
    await environment.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
});
