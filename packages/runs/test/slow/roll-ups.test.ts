import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { openPostgresStore } from '../../src/postgres/index.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { connectPg } from '../support/postgres-drivers.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../support/postgres-server.ts';
import { play, recountOf, rollUpsOf, runHistories } from '../support/run-histories.ts';

/** In PostgreSQL, 10,000 take half an hour: `npm run test:soak`. */
const postgresHistories = Number(process.env['HISTORIES'] ?? 100);
if (noPostgres) console.log(`skipped: the roll-ups in PostgreSQL, since ${noPostgres}`);

async function compare(store: Store, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(runHistories, async (history) => {
    await play(history, store);
    expect(await rollUpsOf(store)).toEqual(await recountOf(store));
  });
  await fc.assert(property, { numRuns });
  await store.close();
}

test('the roll-ups of 10,000 random histories are those of a recount', async () => {
  await compare(openSqliteStore(':memory:'), 10_000);
}, 600_000);

describe.skipIf(noPostgres)('in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => void (server = await postgresServer()));
  afterAll(() => server?.[Symbol.asyncDispose]());

  test(`the roll-ups of ${postgresHistories} random histories are those of a recount`, async () => {
    const { database, close } = connectPg(server);
    await compare(await openPostgresStore(database), postgresHistories);
    await close();
  });
});
