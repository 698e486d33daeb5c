import { isConfigError, isSynclineError } from '@syncline/core/internal';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { isFenceError, isStoreError } from '../../src/index.ts';
import { openPostgresStore, type PostgresDatabase, type PostgresQuery } from '../../src/postgres/index.ts';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { allRuns, eventOf, runOf, stateOf, write } from '../support/stored.ts';

const postgres = usePostgres();
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe.skipIf(noPostgres)('a database that fails', () => {
  test('is reported when it is unreachable, and used again when it is back', async () => {
    const store = await postgres.open();
    await write(store, { state: 'one', runs: [runOf('a')], events: [eventOf('e1')] });
    for (const mode of ['fast', 'immediate'] as const) {
      await postgres.server.stop(mode);
      for (const call of [
        () => store.begin(),
        () => allRuns(store),
        () => store.prune({ before: 1 }),
        () => store.acknowledge('a', 1),
        () => store.deliver('a', () => {}),
      ]) {
        const error = await errorOf(call());
        expect(isStoreError(error) && error.message).toMatch(
          /^PostgreSQL cannot be reached, or ended the connection \(\w+\)\. Check the database\. The next call continues/,
        );
      }
      await store.close();
      await postgres.server.start();
      expect(await stateOf(store)).toBe('one');
      expect(await allRuns(store)).toEqual([runOf('a')]);
    }
  });

  test('in the middle of a write leaves the change complete or absent, and the next turn continues', async () => {
    let statements = Number.NEGATIVE_INFINITY;
    const { query, transaction } = postgres.database;
    const watch =
      (own: PostgresQuery): PostgresQuery =>
      async (text, parameters) => {
        statements -= 1;
        if (statements === 0) await postgres.server.stop('immediate');
        return own(text, parameters);
      };
    const store = await postgres.open({}, { query, transaction: (work) => transaction((own) => work(watch(own))) });
    for (const number of [1, 2, 3]) {
      const change = { state: `${number}`, runs: [runOf(`k${number}`)], events: [eventOf(`e${number}`)], at: 2_000 };
      const turn = await store.begin();
      statements = number;
      const error = await errorOf(store.write({ fence: turn?.fence ?? '', ...change }));
      expect(isStoreError(error), String(error)).toBe(true);
      await postgres.server.start();
      expect(await store.readRuns({ keys: [`k${number}`] })).toEqual([]);
      await write(store, change);
      expect((await store.readEvents(0, 10)).map(({ position }) => position)).toEqual(
        Array.from({ length: number }, (_, index) => index + 1),
      );
    }
  });

  test('whose response to the commit is lost has the change once', async () => {
    let loses = false;
    const { query, transaction } = postgres.database;
    const database: PostgresDatabase = {
      query,
      transaction: async (work) => {
        const value = await transaction(work);
        if (loses) throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
        return value;
      },
    };
    const store = await postgres.open({}, database);
    const turn = await store.begin();
    loses = true;
    const change = { state: 'one', runs: [runOf('a')], events: [eventOf('e1')], at: 2_000 };
    const error = await errorOf(store.write({ fence: turn?.fence ?? '', ...change }));
    expect(isStoreError(error) && error.reason).toBe('ECONNRESET');
    loses = false;
    // If the same fence were accepted again, this would store a second event.
    await expect(store.write({ fence: turn?.fence ?? '', ...change })).rejects.toSatisfy(isFenceError);
    expect(await stateOf(store)).toBe('one');
    expect((await store.readEvents(0, 10)).length).toBe(1);
  });
});

describe('the functions of the database', () => {
  const canary = 'postgres://ada:hunter2secret@db/runs';
  const never = new Promise<never>(() => {});
  const cases: [string, Partial<PostgresDatabase>, RegExp][] = [
    ['no query', { transaction: () => never }, /^query must be a function/],
    ['no transaction', { query: () => [] }, /^transaction must be a function/],
    ['a transaction that hangs', { query: () => [], transaction: () => never }, /did not respond within 30000 ms/],
    [
      'a query that hangs',
      { query: () => [], transaction: (work) => work(() => never) },
      /did not respond within 30000 ms \(transaction\)/,
    ],
    [
      'a transaction that throws',
      {
        query: () => [],
        transaction: () => {
          throw new Error(canary);
        },
      },
      /^PostgreSQL refused a statement of the store \((unknown error|Error)\)/,
    ],
    [
      'a query that rejects',
      { query: () => [], transaction: (work) => work(() => Promise.reject(new Error(canary))) },
      /^PostgreSQL refused a statement of the store \((unknown error|Error)\)/,
    ],
    [
      'a query that throws nothing',
      { query: () => [], transaction: (work) => work(() => Promise.reject(undefined)) },
      /^PostgreSQL refused a statement of the store \((unknown error|Error)\)/,
    ],
    ...[
      'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable',
      'Client was closed and is not queryable',
    ].map((text): (typeof cases)[number] => [
      `a pooled connection of pg that has ended: ${text}`,
      { query: () => [], transaction: (work) => work(() => Promise.reject(new Error(text))) },
      /^PostgreSQL cannot be reached, or ended the connection \(CONNECTION_CLOSED\)/,
    ]),
    [
      'a query that returns something else',
      { query: () => [], transaction: (work) => work(() => ({ canary }) as never) },
      /^query must return the rows of the statement/,
    ],
    [
      'a transaction that does not call the work',
      { query: () => [], transaction: async () => undefined as never },
      /^transaction must call the work and wait for it/,
    ],
    [
      'a transaction that does not throw',
      {
        query: () => [],
        transaction: (work) => work(() => Promise.reject(new Error(canary))).catch(() => null as never),
      },
      /^transaction must roll back and throw when the work throws/,
    ],
    [
      'a transaction whose queries run on several connections',
      {
        query: () => [],
        transaction: (work) => {
          let id = 0;
          return work(() => [{ id: String((id += 1)) }]);
        },
      },
      /^transaction must run every query of the work on one connection, between BEGIN and COMMIT/,
    ],
  ];
  test.each(cases)('%s', async (_name, database, message) => {
    const clock = new ManualClock();
    const error = await clock.run(errorOf(openPostgresStore(database as PostgresDatabase, { clock })));
    expect(isSynclineError(error) && error.message).toMatch(message);
    expect(JSON.stringify([String(error), (error as Error).cause, (error as Error).stack])).not.toContain('hunter2');
    expect(clock.pending.size).toBe(0);
  });

  test.skipIf(noPostgres)('a transaction that commits even though its work threw', async () => {
    const { query } = postgres.database;
    const database: PostgresDatabase = {
      query,
      transaction: async (work) => {
        let result: { value?: unknown; error?: unknown } = {};
        await postgres.database.transaction(async (own) => {
          result = await work(own).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          );
        });
        if ('error' in result) throw result.error;
        return result.value as never;
      },
    };
    await expect(postgres.open({}, database)).rejects.toThrow('transaction must roll back when the work throws');
  });

  test.each([
    [{ schema: 'public; DROP TABLE x' }, 'schema must be a name of lower-case letters, digits and _'],
    [{ schema: 'Runs' }, 'schema must be'],
    [{ lease: '10ms' }, 'lease must be from one second to one day'],
    [{ lease: 'soon' }, 'lease must be'],
    [{ timeout: 0 }, 'timeout must be from one millisecond'],
    [{ environment: '' }, 'environment must be a name'],
    [{ worker: 'a\nb' }, 'worker must be a name'],
    [{ scheme: 'x' }, 'scheme is not an option: did you mean schema?'],
  ])('are not called with the options %j', async (options, message) => {
    const error = await errorOf(openPostgresStore({ query: () => [], transaction: () => never }, options as object));
    expect(isConfigError(error) && error.message).toContain(message);
  });
});
