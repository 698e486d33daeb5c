import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, test } from 'vitest';
import { now } from '../support/command-context.ts';
import { folderWith } from '../support/folder.ts';
import { startMonitor } from '../support/monitor-set-up.ts';

const day = 86_400_000;

test('a monitor deletes runs that are older than keepRuns, once a day', async () => {
  const sqlite = `${folderWith({})}/runs.db`;
  const store = openSqliteStore(sqlite, { environment: 'production' });
  const add = async (key: string, start: number): Promise<void> => {
    const { fence = '', state = '' } = (await store.begin()) ?? {};
    const facts = { job: 'Orders', outcome: 'failed', status: 'FAILED', end: undefined, rows: undefined } as const;
    const run = { ...facts, key, start, version: '1', firstSeen: start, raw: '{}' };
    await store.write({ fence, state, runs: [run], events: [], at: start });
  };
  const keys = async () => (await store.readPage({ limit: 9, job: 'Orders' })).runs.map(({ key }) => key);
  const environment = { store: { sqlite }, keepRuns: 40 * day };
  const { ticked, next, clock } = await startMonitor({}, { environment, sandbox: { data: { history: [] } } });
  await ticked(1);
  await add('old', now - 41 * day);
  await add('young', now - 30 * day);
  await next();
  expect(await keys()).toEqual(['young', 'old']);
  await clock.awaited(60_000);
  clock.advance(day);
  await ticked(3);
  while ((await keys()).length > 1) await new Promise((resolve) => setImmediate(resolve));
  expect(await keys()).toEqual(['young']);
  await store.close();
});
