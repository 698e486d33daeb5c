import { describe, expect, test } from 'vitest';
import { isStateError, isStoreError } from '../../src/index.ts';
import type { PostgresDatabase } from '../../src/postgres/index.ts';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { allRuns, eventOf, runOf, stateOf, write } from '../support/stored.ts';

const postgres = usePostgres();
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe.skipIf(noPostgres)('the schema', () => {
  test('is created once, however many workers start at the same time', async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => postgres.open()));
    const ids = await Promise.all(stores.map(async (store) => (await store.readIdentity()).id));
    expect(new Set(ids).size).toBe(1);
  });

  test('keeps the environments separate', async () => {
    const [one, other] = [await postgres.open({ environment: 'one' }), await postgres.open({ environment: 'other' })];
    await write(one, { state: 'one', runs: [runOf('a')], events: [eventOf('e1'), eventOf('e2')] });
    await write(other, { state: 'other', runs: [runOf('a', { version: 'x' })], events: [eventOf('e3')] });
    await one.acknowledge('alerts', 2);
    expect(await stateOf(other)).toBe('other');
    expect([await other.readCursor('alerts'), await other.readEvents(0, 10)]).toEqual([
      0,
      [{ ...eventOf('e3'), position: 1 }],
    ]);
    expect(await one.prune({ before: 9_000 })).toBe(0);
    expect((await allRuns(other)).map(({ version }) => version)).toEqual(['x']);
  });

  test.each([
    'environments',
    'runs',
    'past_versions',
    'jobs',
    'hours',
    'hour_totals',
    'days',
    'events',
    'consumers',
    'alerts',
    'outbox',
  ])('whose table %s was deleted is a StateError for whoever needs it', async (table) => {
    const store = await postgres.open();
    await write(store, { runs: [runOf('a')] });
    await postgres.sql(`DROP TABLE ${table} CASCADE`);
    const needs: Readonly<Record<string, () => Promise<unknown>>> = {
      consumers: () => store.acknowledge('alerts', 1),
      alerts: () => store.readAlerts('alerts'),
      outbox: () => store.readBacklog(),
      hours: () => store.readHours({ since: 0, until: 1, jobs: ['Orders'] }),
    };
    const changed = runOf('a', { version: 'a-2', start: 100_000_000 });
    const poll = () => write(store, { runs: [changed, runOf('b')], events: [eventOf('e1')] });
    expect(isStateError(await errorOf((needs[table] ?? poll)()))).toBe(true);
  });

  test('of a later version, of something else, or damaged is never replaced', async () => {
    const store = await postgres.open();
    await write(store, { state: 'one' });
    const refusal = async (change: string, back: string) => {
      await postgres.sql(change);
      const error = await errorOf(postgres.open());
      await postgres.sql(back);
      expect(isStateError(error), String(error)).toBe(true);
      return (error as Error).message;
    };
    expect(await refusal("UPDATE store SET value = '99'", "UPDATE store SET value = '7'")).toMatch(
      /has version 99, and this package reads versions up to 7\. Update @syncline\/runs\.$/,
    );
    expect(await refusal("UPDATE store SET value = ''", "UPDATE store SET value = '7'")).toMatch(
      /has a table store without a version\. Restore a copy/,
    );
    expect(await refusal('ALTER TABLE store RENAME TO shop', 'ALTER TABLE shop RENAME TO store')).toMatch(
      /has tables that do not belong to a run store\. Name another schema\./,
    );
    expect(
      await refusal('ALTER TABLE environments RENAME TO other', 'ALTER TABLE other RENAME TO environments'),
    ).toMatch(/^The tables of the store cannot be read \(42P01\)\. Restore a copy of the database/);
    await postgres.sql("DELETE FROM environments WHERE environment = 'default'");
    await expect(store.begin()).rejects.toThrow(/no longer has the environment "default"\. Restore a copy/);
  });

  test('can be used by a user who may not create one', async () => {
    const user = `${postgres.schema}_user`;
    await postgres.sql(`CREATE ROLE ${user}`);
    const { query, transaction } = postgres.database;
    const asUser: PostgresDatabase = {
      query,
      transaction: (work) =>
        transaction(async (own) => {
          await own(`SET LOCAL ROLE ${user}`, []);
          return work(own);
        }),
    };
    const error = await errorOf(postgres.open({}, asUser));
    expect(isStoreError(error) && error.message).toMatch(/\(42501: the user lacks a permission\)/);
    await postgres.sql(`CREATE SCHEMA ${postgres.schema} AUTHORIZATION ${user}`);
    expect(await stateOf(await postgres.open({}, asUser))).toBeUndefined();
  });
});
