import { openPostgresStore } from '@syncline/runs/postgres';
import { openSqliteStore } from '@syncline/runs/sqlite';
import { expect, test } from 'vitest';
import { connectPg } from '../../../runs/test/support/postgres-drivers.ts';
import { noPostgres, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import { compareHistories } from '../support/alert-histories.ts';

if (noPostgres !== undefined) console.log(`skipped: histories of alerts on PostgreSQL, since ${noPostgres}`);

test('20,000 histories in SQLite have the alerts that the naive rules say', async () => {
  const store = openSqliteStore(':memory:', { environment: 'production' });
  await compareHistories(20_000, () => store);
  await store.close();
});

test.skipIf(noPostgres !== undefined)('so do 1,000 in PostgreSQL', async () => {
  await using server = await postgresServer();
  const { database, close } = connectPg(server);
  const store = await openPostgresStore(database, { environment: 'production' });
  await compareHistories(1_000, () => store);
  const { rows } = (await database.query(
    'SELECT count(DISTINCT consumer)::int AS consumers FROM syncline.alerts',
    [],
  )) as {
    rows: readonly { readonly consumers: number }[];
  };
  expect(rows[0]?.consumers).toBeGreaterThan(200);
  await store.close();
  await close();
});
