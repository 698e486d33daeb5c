import { describe, expect, test } from 'vitest';
import { isStoreError, type Store } from '../../src/index.ts';
import { killedConnection } from '../support/killed-connection.ts';
import { usePostgres } from '../support/postgres-fixture.ts';
import { noPostgres } from '../support/postgres-server.ts';
import { recountOf, rollUpsOf } from '../support/run-histories.ts';
import { allRuns, eventOf, runOf, write } from '../support/stored.ts';

const postgres = usePostgres();
const hour = 3_600_000;
const month = 31 * 24 * hour;
const period = { since: -hour, until: 2 * month, jobs: ['Invoices', 'Orders'] };

describe.skipIf(noPostgres)('a process that is killed between any two statements', () => {
  /** What the store has, as another process finds it. Its roll-ups must be those of its runs. */
  async function left(): Promise<readonly unknown[]> {
    await postgres.expireLeases();
    const store = await postgres.open();
    expect(await rollUpsOf(store, period)).toEqual(await recountOf(store, period.jobs));
    const versions = (await allRuns(store)).map(({ version }) => version);
    const events = (await store.readEvents(0, 10)).map(({ id }) => id);
    const turn = await store.begin();
    await store.close();
    return [turn?.state, versions, events];
  }

  /**
   * Kills a process before each of its statements in turn, and lets the last one end.
   *
   * @returns how many were killed
   */
  async function killBeforeEach(
    fill: () => Promise<void>,
    work: (store: Store, fence: string) => Promise<unknown>,
    check: (isWhole: boolean) => Promise<void>,
  ): Promise<number> {
    const connection = killedConnection(postgres.database);
    for (let killed = 0; ; killed += 1) {
      await postgres.sql(`DROP SCHEMA IF EXISTS ${postgres.schema} CASCADE`);
      await fill();
      await postgres.expireLeases();
      const store = await postgres.open({}, connection.database);
      const { fence = '' } = (await store.begin()) ?? {};
      connection.killBefore(killed + 1);
      const error = await work(store, fence).then(
        () => undefined,
        (problem: unknown) => problem,
      );
      const isWhole = connection.statements <= killed;
      connection.killBefore(Number.POSITIVE_INFINITY);
      await store.close();
      expect(isWhole ? error === undefined : isStoreError(error), String(error)).toBe(true);
      await check(isWhole);
      if (isWhole) return killed;
    }
  }

  test('of a change leaves the store as it was before', async () => {
    const runs = [runOf('ends'), runOf('moves', { outcome: 'failed', end: 1_500 }), runOf('same', { start: hour })];
    const fill = async () => write(await postgres.open(), { state: 'before', runs, events: [eventOf('e1')] });
    const change = {
      state: 'after',
      runs: [
        runOf('new', { start: 2 * hour, outcome: 'succeeded', end: 2 * hour + 5, version: 'new' }),
        runOf('ends', { outcome: 'succeeded', end: 3_000, version: 'ends-2' }),
        // To the partition of another month, which is created.
        runOf('moves', { outcome: 'failed', end: 1_500, job: 'Invoices', start: month + hour, version: 'moves-2' }),
        runOf('same', { start: hour }),
      ],
      events: [eventOf('e2'), eventOf('e3')],
      at: 9_000,
    };
    const work = (store: Store, fence: string) => store.write({ fence, ...change });
    const killed = await killBeforeEach(fill, work, async (isWhole) => {
      const before = ['before', ['ends-1', 'moves-1', 'same-1'], ['e1']];
      const after = ['after', ['ends-2', 'same-1', 'new', 'moves-2'], ['e1', 'e2', 'e3']];
      expect(await left()).toEqual(isWhole ? after : before);
    });
    expect(killed).toBeGreaterThan(10);
  });

  test('of deleting old runs, with the partition of a whole month, deletes all of them or none', async () => {
    const before = month + 2 * hour;
    const runs = [2_000, hour, month, month + hour, before].map((start, n) =>
      runOf(`${n}`, { outcome: 'succeeded', start, end: start + 500, job: n % 2 === 0 ? 'Orders' : 'Invoices' }),
    );
    const fill = async () => write(await postgres.open(), { runs: [...runs, runOf('running')] });
    const prune = (store: Store) => store.prune({ before });
    const found = new Set<number>();
    const killed = await killBeforeEach(fill, prune, async () => {
      const [, versions] = await left();
      expect(versions).toEqual(expect.arrayContaining(['running-1', '4-1']));
      found.add((versions as readonly string[]).length);
      await prune(await postgres.open());
      expect(await left()).toEqual(['s', ['running-1', '4-1'], []]);
    });
    expect([...found]).toEqual([6, 2]);
    expect(killed).toBeGreaterThan(20);
  });
});
