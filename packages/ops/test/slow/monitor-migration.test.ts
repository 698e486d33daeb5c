import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { runOf, write } from '../../../runs/test/support/stored.ts';
import { monitorConfig } from '../support/monitor-config.ts';
import { leads, startMonitorProcess } from '../support/monitor-process.ts';

const days = 60;
const perDay = 1_000;

/** A store of 60,000 runs whose sums are not counted yet, as one of an earlier version is. */
async function createUncounted(file: string): Promise<void> {
  const store = openSqliteStore(file, { environment: 'production' });
  const raw = JSON.stringify({ details: 'x'.repeat(400) });
  const first = Date.now() - (days + 1) * 86_400_000;
  for (let day = 0; day < days; day += 1) {
    const runs = Array.from({ length: perDay }, (_, index) => {
      const start = first + day * 86_400_000 + index * 60_000;
      return runOf(`${day}-${index}`, { job: `Job ${index}`, outcome: 'succeeded', start, end: start + 1_000, raw });
    });
    await write(store, { runs });
  }
  await store.close();
  const database = new DatabaseSync(file);
  database.exec("DELETE FROM jobs; DELETE FROM hours; DELETE FROM hour_totals; DELETE FROM store WHERE name = 'state'");
  database.exec("INSERT INTO store VALUES ('uncounted', '{}')");
  const since = JSON.stringify(first);
  const state = `{"tracker":{"version":1,"environment":"production","source":"history","since":${since},"reconciledAt":0,"filters":"all","isBegun":true,"isTruncated":false,"missing":[]}}`;
  database.prepare("INSERT INTO store VALUES ('state', ?)").run(state);
  database.close();
}

test('a store is migrated with its progress in the log, /health answers meanwhile, and a killed migration goes on', async () => {
  const { file, folder, variables, sandbox } = await monitorConfig('{ sqlite: ./runs.db }');
  onTestFinished(() => sandbox.close());
  const path = join(folder, 'runs.db');
  await createUncounted(path);
  const options = ['--interval', '1s', '--definitions-every', '0s'];
  const first = await startMonitorProcess(file, variables, options, '/health answers meanwhile');
  expect(await first.end('SIGKILL')).toBe('SIGKILL');
  // Holds the migration, until the pages have been read.
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec('BEGIN IMMEDIATE');
  const second = await startMonitorProcess(file, variables, options, '/health answers meanwhile');
  onTestFinished(async () => void (await second.end('SIGKILL')));
  const health = await fetch(`${second.url}/health`);
  const page = await fetch(second.url);
  const [live, metrics] = [await fetch(`${second.url}/health/live`), await fetch(`${second.url}/metrics`)];
  expect(database.prepare("SELECT count(*) AS n FROM store WHERE name = 'uncounted'").get()).toEqual({ n: 1 });
  database.exec('ROLLBACK');
  expect(health.status).toBe(503);
  const problem = { code: 'STORE_MIGRATING', message: expect.stringMatching(/^The store is being migrated: \d+ %\.$/) };
  expect(await health.json()).toMatchObject({ ready: false, role: 'starting', problem });
  expect([page.status, live.status, metrics.status]).toEqual([503, 200, 503]);
  expect(await page.text()).toMatch(/Not ready yet[^]*Nothing is known about the jobs/);
  await second.says(leads);
  expect(second.said()).toMatch(/The store is being migrated: [3-9]\d %/);
  expect((await fetch(`${second.url}/health`)).status).toBe(200);
  const counted = 'SELECT (SELECT count(*) FROM jobs) AS jobs, (SELECT sum(succeeded) FROM hour_totals) AS runs';
  expect(database.prepare(counted).get()?.['jobs']).toBeGreaterThanOrEqual(perDay);
  expect(database.prepare(counted).get()?.['runs']).toBeGreaterThanOrEqual(days * perDay);
  database.close();
}, 120_000);
