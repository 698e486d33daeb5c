import { PGlite } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPostgresStore, type PostgresDatabase } from '../../src/postgres/index.ts';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { runWorkers } from '../support/several-workers.ts';
import { startWorker } from '../support/start-worker.ts';
import { describeStore } from '../support/store-contract.ts';
import { allRuns, eventOf, runOf, stateOf, write } from '../support/stored.ts';

const postgres = usePostgres();

describe.skipIf(noPostgres)('several workers', () => {
  test.each(
    Array.from({ length: 10 }, (_, index) => index + 1),
  )('lose no version and repeat no event, whatever happens to them (seed %d)', async (seed) => {
    const tally = await runWorkers(postgres, seed, 2, 3);
    expect(tally.fenced).toBeGreaterThan(3);
    expect(tally.restarts).toBe(3);
  });

  test('a worker that is killed or paused anywhere in a write leaves nothing, or all of it', async () => {
    for (const stopAt of [0, 1, 2, 3, 4])
      for (const how of ['killed', 'paused']) {
        await postgres.sql(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
        const worker = await startWorker(postgres, stopAt);
        if (how === 'killed') await worker.kill();
        else worker.pause();
        // A worker that is paused in its transaction locks the lease until the server ends the transaction after 1 s.
        await postgres.expireLeases();
        const other = await postgres.open();
        expect(await other.begin(), `statement ${stopAt}`).toMatchObject({ state: undefined });
        await write(other, { state: 'other', runs: [runOf('b')], events: [eventOf('e1')] });
        if (how === 'paused') expect(await worker.resume()).toBe(stopAt > 1 ? 'STORE_FAILED' : 'STORE_FENCED');
        expect(await allRuns(other)).toEqual([runOf('b')]);
        expect((await other.readEvents(0, 10)).map(({ id }) => id)).toEqual(['e1']);
        expect(await stateOf(other)).toBe('other');
      }
  });
});

describe('over PGlite', () => {
  let lite: PGlite;
  let database: PostgresDatabase;
  let schema: string;
  beforeAll(async () => {
    lite = await PGlite.create();
    database = {
      query: (text, parameters) => lite.query(text, parameters),
      transaction: (work) =>
        lite.transaction((transaction) => work((text, parameters) => transaction.query(text, parameters))),
    };
  });
  afterAll(() => lite.close());
  beforeEach(() => void (schema = `test_${randomUUID().replaceAll('-', '_')}`));
  describeStore('a store', () => ({
    open: (environment) => openPostgresStore(database, { environment, schema }),
    query: (sql) =>
      lite.transaction(async (transaction) => {
        await transaction.query(`SET LOCAL search_path TO ${schema}`);
        return (await transaction.query(sql)).rows;
      }),
    loseState: () => lite.query(`UPDATE ${schema}.environments SET state = NULL`),
    milliseconds: (column) => `round(extract(epoch from ${column}) * 1000)::float8`,
    histories: { count: 50 },
  }));
});
