import { join } from 'node:path';
import { inspect } from 'node:util';
import { type SourceRun, toStoredRun } from '@syncline/runs';
import { describe, expect, test } from 'vitest';
import { noPostgres, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import { openStore } from '../../../ops/src/environment/open-store.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { keysOf } from '../support/exports.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { exportRuns } from '../support/commands.ts';

describe.skipIf(noPostgres !== undefined)(
  `a store in PostgreSQL${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`,
  () => {
    test('is exported with its driver, one page at a time', async () => {
      await using server = await postgresServer();
      const { host, user, database } = server.connection;
      const url = `postgres://${user}@${encodeURIComponent(host)}/${database}`;
      const postgres = () => Promise.resolve(url);
      const { context } = await setUp({ environment: { store: { postgres }, odata: undefined, v2: undefined } });
      const store = await openStore(context.environment);
      const runs = Array.from({ length: 6_000 }, (_, index) => {
        const key = `r${String(index).padStart(5, '0')}`;
        const start = now - 86_400_000 + index * 1_000;
        const facts = { key, job: 'Orders', start, end: start + 500, rows: index, status: 'SUCCESS', error: '' };
        const run: SourceRun = { ...facts, record: { historyid: key } };
        return toStoredRun(run, 'succeeded', now);
      });
      const turn = await store.begin();
      await store.write({ fence: turn?.fence ?? '', state: 's', runs, events: [], at: now });
      await store.close();

      const out = join(folderWith({}), 'runs.ndjson');
      expect(await exportRuns({ out, from: 'store' }, context)).toBe(0);
      expect(keysOf(out)).toEqual(runs.map(({ key }) => key));
    });
  },
);

test.each([
  'postgres://ada:canary-4711@127.0.0.1:9/runs',
  'canary-4711 is no address',
])('a database that cannot be reached shows nothing of its address: %s', async (url) => {
  const { context } = await setUp({ environment: { store: { postgres: () => Promise.resolve(url) } } });
  const out = join(folderWith({}), 'runs.ndjson');
  const error: unknown = await exportRuns({ out, from: 'store' }, context).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(inspect(error, { depth: 9 })).not.toContain('canary-4711');
});
