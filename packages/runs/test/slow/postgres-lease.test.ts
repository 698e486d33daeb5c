import { describe, expect, test } from 'vitest';
import { ManualClock } from '@syncline/testing';
import { isFenceError } from '../../src/index.ts';
import { openPostgresStores, type PostgresStore } from '../../src/postgres/index.ts';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { startWorker } from '../support/start-worker.ts';
import { allRuns, eventOf, runOf, stateOf, write } from '../support/stored.ts';

const postgres = usePostgres();

describe.skipIf(noPostgres)('a lease', () => {
  test('lets one worker poll at a time, until it releases the lease', async () => {
    const [one, other] = [await postgres.open(), await postgres.open()];
    const turn = await one.begin();
    expect(turn?.state).toBeUndefined();
    expect(await other.begin()).toBeUndefined();
    expect(await one.begin()).toEqual(turn);
    await write(one, { state: 'one' });
    expect(await other.begin()).toBeUndefined();
    await one.release();
    expect(await stateOf(other)).toBe('one');
    expect(await one.begin()).toBeUndefined();
    await other.close();
    expect(await stateOf(one)).toBe('one');
  });

  test('that has expired goes to another worker, and the stale write of the first is refused', async () => {
    const [paused, other] = [await postgres.open(), await postgres.open()];
    const turn = await paused.begin();
    await postgres.expireLeases();
    await write(other, { state: 'other', runs: [runOf('b')], events: [eventOf('e1')] });
    const change = { state: 'paused', runs: [runOf('a')], events: [eventOf('e2')], at: 2_000 };
    const stale = paused.write({ fence: turn?.fence ?? '', ...change });
    await expect(stale).rejects.toSatisfy(isFenceError);
    await expect(stale).rejects.toThrow(/"default" since this poll began, or has taken over the lease\. .* Poll again/);
    expect(await allRuns(other)).toEqual([runOf('b')]);
    expect(await other.readEvents(0, 10)).toEqual([{ ...eventOf('e1'), position: 1 }]);
    expect(await paused.begin()).toBeUndefined();
  });

  test('is needed to note that the history was read', async () => {
    const [leader, standby] = [await postgres.open(), await postgres.open()];
    await leader.begin();
    expect(await standby.begin()).toBeUndefined();
    await standby.noteRead();
    expect(await leader.lastRead()).toBeUndefined();
    await leader.noteRead();
    await postgres.sql(`UPDATE ${postgres.schema}.environments SET read_at = read_at - interval '2 minutes'`);
    await standby.noteRead();
    expect((await standby.lastRead())?.ageMs).toBeGreaterThanOrEqual(120_000);
  });

  test('is refused to its first holder even if the second has only begun', async () => {
    const [paused, other] = [await postgres.open(), await postgres.open()];
    const turn = await paused.begin();
    await postgres.expireLeases();
    const second = await other.begin();
    const change = { state: 's', runs: [], events: [], at: 2_000 };
    await expect(paused.write({ fence: turn?.fence ?? '', ...change })).rejects.toSatisfy(isFenceError);
    await other.write({ fence: second?.fence ?? '', ...change });
  });

  test('that has expired still holds while nobody else has taken it', async () => {
    const store = await postgres.open();
    const turn = await store.begin();
    await postgres.expireLeases();
    await store.write({ fence: turn?.fence ?? '', state: 'late', runs: [], events: [], at: 2_000 });
    expect(await stateOf(store)).toBe('late');
  });

  test('is renewed while a poll runs, but not forever', async () => {
    const clock = new ManualClock();
    const renewals: Promise<unknown>[] = [];
    const { query, transaction } = postgres.database;
    const counted: typeof query = (text, parameters) => {
      const result = Promise.resolve(query(text, parameters));
      if (text.includes('SET lease_until') && !text.includes('fence = fence')) renewals.push(result);
      return result;
    };
    const leader = await postgres.open({ lease: '30s', clock }, { query: counted, transaction });
    const other = await postgres.open();
    const turn = await leader.begin();
    await postgres.expireLeases();
    await clock.run(clock.until(10_000));
    expect(renewals).toHaveLength(1);
    await renewals[0];
    expect(await other.begin()).toBeUndefined();
    for (let time = 11_000; clock.pending.size > 0 && time < 900_000; time += 1_000) {
      await clock.run(clock.until(time));
      await renewals.at(-1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Renewals stop after 20 leases, which is 600 s. There is one every 10 s.
    expect(renewals.length).toBeGreaterThan(50);
    expect(renewals.length).toBeLessThanOrEqual(60);
    await postgres.expireLeases();
    expect((await other.begin())?.fence).not.toBe(turn?.fence);
  });

  // The tests in postgres.test.ts stop workers before every statement.
  test.each([
    ['paused before its write', 0],
    ['killed in the middle of its write', 3],
  ])('a worker in a separate process that is %s leaves nothing', async (_how, stopAt) => {
    const worker = await startWorker(postgres, stopAt);
    if (stopAt === 0) worker.pause();
    else await worker.kill();
    await postgres.expireLeases();
    const other = await postgres.open();
    await write(other, { state: 'other', runs: [runOf('b')], events: [eventOf('e1')] });
    if (stopAt === 0) expect(await worker.resume()).toBe('STORE_FENCED');
    expect(await allRuns(other)).toEqual([runOf('b')]);
    expect((await other.readEvents(0, 10)).map(({ id }) => id)).toEqual(['e1']);
    expect(await stateOf(other)).toBe('other');
  });
});

describe.skipIf(noPostgres)('openPostgresStores', () => {
  const environments = ['a', 'b', 'c', 'd', 'e', 'f'];
  const open = () => openPostgresStores(postgres.database, { environments, schema: postgres.schema, every: 0 });

  test('spreads environments over workers, and no two have the same one', async () => {
    const workers = await Promise.all([open(), open(), open()]);
    const claimed = await Promise.all([...workers, ...workers].map((worker) => worker.claim()));
    // A claim skips a row that another worker is locking, so it may find nothing.
    const stores = claimed.filter((store): store is PostgresStore => store !== undefined);
    const names = stores.map(({ environment }) => environment);
    expect(new Set(names).size).toBe(names.length);
    for (const rest = environments.length - names.length, more = []; more.length < rest; ) {
      const store = await workers[0]!.claim();
      more.push(store);
      stores.push(store!);
    }
    expect(stores.map(({ environment }) => environment).sort()).toEqual(environments);
    expect(await workers[1]!.claim()).toBeUndefined();
    for (const store of stores) await write(store, { state: store.environment });
    await stores[2]?.close();
    const again = await workers[2]!.claim();
    expect(again?.environment).toBe(stores[2]?.environment);
    expect(await stateOf(again!)).toBe(again?.environment);
    for (const store of [...stores, again!]) await store.close();
  });

  test('claims the environment that was polled least recently, and then waits before it is claimed again', async () => {
    const stores = await open();
    const order: string[] = [];
    for (let time = 0; time < 8; time += 1) {
      const store = await stores.claim();
      order.push(store!.environment);
      await store!.close();
    }
    expect(order.join('')).toBe('abcdefab');
    const options = { environments: ['a', 'g'], schema: postgres.schema, every: '1h' };
    const rested = await openPostgresStores(postgres.database, options);
    expect((await rested.claim())?.environment).toBe('g');
    expect(await rested.claim()).toBeUndefined();
  });

  test('a worker that was killed is replaced when its lease has expired', async () => {
    const [one, other] = [await open(), await open()];
    const lost = await one.claim();
    await write(lost!, { state: 'half way' });
    for (let left = 5; left > 0; left -= 1) expect(await other.claim()).toBeDefined();
    expect(await other.claim()).toBeUndefined();
    await postgres.sql(`UPDATE environments SET lease_until = '-infinity' WHERE environment = '${lost?.environment}'`);
    const taken = await other.claim();
    expect(taken?.environment).toBe(lost?.environment);
    expect(await stateOf(taken!)).toBe('half way');
    await expect(write(lost!, {})).rejects.toSatisfy(isFenceError);
  });
});
