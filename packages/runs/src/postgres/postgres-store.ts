import { type Clock, ConfigError } from '@syncline/core/internal';
import { FenceError, isStoreError, StateError, StoreError } from '../errors/errors.ts';
import { correctEnd, correctRows } from '../reading/reading-rules.ts';
import type { AlertStore } from '../store/alert-store.ts';
import { batches, checkMoment, differingMembers, type RunHead, type StoredRun } from '../store/stored-run.ts';
import { dayOf, type HistoryStore, type ReadLog } from '../store/history-store.ts';
import { type ChangedRun, RollUpChange } from '../store/roll-ups.ts';
import { checkPageQuery, pageOf } from '../store/run-page.ts';
import { checkKeys, type QueuedEvent, type Store, type StoredRunQuery } from '../store/store.ts';
import { createAlertTables } from './alert-tables.ts';
import type { CheckedDatabase, CheckedQuery, PostgresQuery, PostgresRow } from './postgres-database.ts';
import { Partitions } from './partitions.ts';
import { RollUps, toChangedRun } from './roll-ups.ts';
import { pageParameters, runParameters, type Statements, type WrittenRun } from './statements.ts';

/**
 * A store in PostgreSQL. Its methods throw a `StoreError` if the database cannot be reached or does not respond in
 * time; a change is written completely or not at all. It also keeps alerts, and `exportParquet` can read it.
 */
export interface PostgresStore extends Store, HistoryStore, AlertStore, ReadLog {
  readRuns(query: StoredRunQuery): Promise<readonly StoredRun[]>;
  /**
   * Delivers events to a consumer exactly once: the work and the acknowledgement share a transaction, if the work
   * writes with the `query` that it receives. Only one worker at a time delivers the events of a consumer, in order.
   * The work must take less time than `timeout` between two statements.
   *
   * @param limit - the maximum number of events in one transaction. @default 100
   * @returns the number of delivered events; 0 if there are none, or while another worker delivers to the consumer
   * @throws what the work throws. In that case, no event of the call is acknowledged
   */
  deliver(
    consumer: string,
    work: (event: QueuedEvent, query: PostgresQuery) => PromiseLike<void> | void,
    limit?: number,
  ): Promise<number>;
}

/** The parts of a store. */
export interface StoreParts {
  readonly database: CheckedDatabase;
  readonly statements: Statements;
  readonly environment: string;
  readonly schema: string;
  /** Identifies the worker; it is different for each opened store */
  readonly holder: string;
  /** In milliseconds */
  readonly lease: number;
  /** In milliseconds */
  readonly timeout: number;
  readonly clock: Clock;
}

/** Number of runs that one transaction deletes, but for those that start at the same instant. */
const prunedAtOnce = 5_000;

/** A run as it is stored before a change. */
type KnownRun = ChangedRun & Pick<RunHead, 'number'> & Pick<StoredRun, 'raw'> & { readonly isSame: boolean };

/** The runs of a change. */
interface WrittenRuns {
  readonly runs: readonly StoredRun[];
  /** The time of the poll */
  readonly at: number;
  /** The number of the change */
  readonly change: string;
  readonly partitions: Partitions;
}

/** Creates the store of an environment whose tables exist. */
export function createPostgresStore(parts: StoreParts): PostgresStore {
  const { database, statements, environment, schema, holder, lease, timeout, clock } = parts;
  const { query, transaction } = database;
  const keeper = createLeaseKeeper(query, clock, lease, statements.renew, (fence) => [
    environment,
    holder,
    lease,
    fence,
  ]);
  const select = (sql: string, wanted: StoredRunQuery): Promise<readonly PostgresRow[]> =>
    query(sql, [environment, JSON.stringify(checkKeys(wanted))]);
  /** Looks where the runs are likely to be, and for the rest of them in all partitions. */
  const selectHeads = async (wanted: StoredRunQuery): Promise<readonly PostgresRow[]> => {
    const { near } = wanted;
    if (near === undefined) return select(statements.heads, wanted);
    const keys = checkKeys(wanted);
    const parameters = [environment, JSON.stringify(keys), near.since, near.until];
    const found = await query(statements.headsNear, parameters);
    const known = new Set(found.map((row) => row['key']));
    const rest = keys.filter((key) => !known.has(key));
    return rest.length === 0 ? found : [...found, ...(await select(statements.heads, { keys: rest }))];
  };
  const rollUps = new RollUps(schema, environment);
  const count = (rows: readonly PostgresRow[]): number => Number(rows[0]?.['count'] ?? 0);
  /** The runs as they are stored, by key. */
  const readKnown = async (query: CheckedQuery, batch: readonly StoredRun[]): Promise<Map<string, KnownRun>> => {
    const list = (name: 'key' | 'start' | 'version') => JSON.stringify(batch.map((run) => run[name]));
    const rows = await query(statements.known, [environment, list('key'), list('start'), list('version')]);
    return new Map(rows.map((row) => [row['key'] as string, knownOf(row)]));
  };
  const writeRuns = async (query: CheckedQuery, { runs, at, change, partitions }: WrittenRuns): Promise<void> => {
    const counted = new RollUpChange();
    await partitions.addMonths(
      query,
      runs.map(({ start }) => start),
    );
    for (const batch of batches(runs)) {
      const known = await readKnown(query, batch);
      const moved: { key: string; before: number; start: number }[] = [];
      const changed: WrittenRun[] = [];
      const days = new Set<number>();
      for (const run of batch) {
        const before = known.get(run.key);
        if (before?.isSame === true) continue;
        days.add(dayOf(run.start));
        counted.add(before, run);
        if (before === undefined) changed.push({ run, number: 1, difference: '' });
        else {
          changed.push({ run, number: before.number + 1, difference: differingMembers(before.raw, run.raw) });
          days.add(dayOf(before.start));
          if (before.start !== run.start) moved.push({ key: run.key, before: before.start, start: run.start });
        }
      }
      for (const statement of moved.length > 0 ? [statements.moveRuns, statements.moveVersions] : [])
        await query(statement, [environment, JSON.stringify(moved)]);
      if (changed.length > 0)
        await query(statements.writeRuns, [
          environment,
          ...runParameters(changed),
          at,
          JSON.stringify([...days]),
          change,
        ]);
    }
    await rollUps.apply(query, counted);
  };

  /** Drops the months that are over before a moment, but for running runs. @returns the number of runs */
  const pruneMonths = async (before: number): Promise<number> => {
    const inEnvironment = <Value>(work: (query: CheckedQuery, partitions: Partitions) => Promise<Value>) =>
      transaction(async (query) => {
        const [locked] = await query(statements.lock, [environment]);
        return work(query, new Partitions(schema, Number(locked?.['number'])));
      });
    const months = await inEnvironment((query, partitions) => partitions.monthsBefore(query, before));
    let pruned = 0;
    for (const { since } of months)
      pruned += await inEnvironment(async (query, partitions) => {
        // Another worker may have dropped it.
        const month = (await partitions.monthsBefore(query, before)).find((each) => each.since === since);
        return month === undefined ? 0 : rollUps.dropMonth(query, month);
      });
    return pruned;
  };

  return {
    environment,
    async begin() {
      const [row] = await query(statements.begin, [environment, holder, lease]);
      if (row === undefined)
        throw new StateError(
          `The schema ${schema} no longer has the environment ${JSON.stringify(environment)}. Restore a copy of the ` +
            'database. Open the store again only if you may lose or repeat runs.',
        );
      const { fence, state, lostState } = row as { fence: string | null; state: string | null; lostState: boolean };
      if (lostState)
        throw new StateError(
          `The environment ${JSON.stringify(environment)} of the schema ${schema} has runs, and its state is missing. ` +
            'Restore a copy of the database.',
        );
      if (fence === null) return undefined;
      keeper.keep(fence);
      return { fence, state: state ?? undefined };
    },
    async write({ fence, state, runs, events, at }) {
      keeper.stop();
      await transaction(async (query) => {
        const parameters = [environment, holder, lease, fence, state, events.length];
        const [advanced] = await query(statements.advance, parameters);
        if (advanced === undefined)
          throw new FenceError(
            `Another worker has written the runs of ${JSON.stringify(environment)} since this poll began, or has taken ` +
              'over the lease. Nothing was written. Poll again.',
          );
        const partitions = new Partitions(schema, Number(advanced['number']));
        await writeRuns(query, { runs, at, change: String(advanced['fence']), partitions });
        if (events.length > 0) await query(statements.writeEvents, [environment, JSON.stringify(events)]);
      });
    },
    async release() {
      keeper.stop();
      await query(statements.release, [environment, holder]);
    },
    async noteRead(note = '') {
      await query(statements.noteRead, [environment, holder, note]);
    },
    async lastRead() {
      const [row] = await query(statements.lastRead, [environment]);
      const age = row?.['age'] as number | null | undefined;
      if (age === null || age === undefined) return undefined;
      return { ageMs: Math.max(0, age), note: (row?.['note'] as string | null) || undefined };
    },
    readHeads: async (wanted) => (await selectHeads(wanted)).map(headOf),
    async readPage(wanted) {
      const checked = checkPageQuery(wanted);
      return pageOf((await query(statements.page(checked), pageParameters(environment, checked))).map(runOf), checked);
    },
    readJobs: (wanted) => rollUps.readJobs(query, wanted),
    readHours: (wanted) => rollUps.readHours(query, wanted),
    readRuns: async (wanted) => (await select(statements.runs, wanted)).map(runOf),
    readOpen: async (startedBefore) => (await query(statements.open, [environment, startedBefore])).map(headOf),
    readEvents: async (after, limit) => (await query(statements.events, [environment, after, limit])).map(eventOf),
    readCursor: async (consumer) => positionOf(await query(statements.cursor, [environment, consumer])),
    async acknowledge(consumer, position) {
      const isPosition = Number.isSafeInteger(position) && position >= 0;
      const rows = isPosition ? await query(statements.acknowledge, [environment, consumer, position]) : [];
      if (rows.length === 0) throw new ConfigError('position', 'must be the position of an event that was read');
    },
    removeConsumer: async (consumer) => (await query(statements.removeConsumer, [environment, consumer])).length > 0,
    deleteEvents: async (foundBefore) => count(await query(statements.deleteEvents, [environment, foundBefore])),
    async prune(options) {
      const before = checkMoment('before', options?.before);
      await query(statements.deleteEvents, [environment, before]);
      let pruned = await pruneMonths(before);
      for (;;) {
        const gone = await transaction(async (query) => {
          await query(statements.lock, [environment]);
          const runs = (await query(statements.prune, [environment, before, prunedAtOnce])).map(toChangedRun);
          const change = new RollUpChange();
          let last = 0;
          for (const run of runs) {
            change.add(run, undefined);
            last = Math.max(last, run.start);
          }
          await rollUps.prune(query, change, last + 1);
          return runs.length;
        });
        if (gone === 0) return pruned;
        pruned += gone;
      }
    },
    async deliver(consumer, work, limit = 100) {
      if (typeof work !== 'function') throw new ConfigError('work', 'must be a function that handles an event');
      // An unknown consumer has no row that could be locked.
      await query(statements.register, [environment, consumer]);
      let failure: { readonly error: unknown } | undefined;
      let isWorking = false;
      const handle = async (event: QueuedEvent, plain: PostgresQuery): Promise<void> => {
        try {
          isWorking = true;
          await work(event, plain);
          isWorking = false;
        } catch (error) {
          failure = { error };
          throw error;
        }
      };
      const delivered = transaction(async (query, plain) => {
        const locked = await query(statements.lockCursor, [environment, consumer, timeout]);
        if (locked.length === 0) return 0;
        const events = (await query(statements.events, [environment, positionOf(locked), limit])).map(eventOf);
        for (const event of events) await handle(event, plain);
        const last = events.at(-1);
        if (last !== undefined) await query(statements.acknowledge, [environment, consumer, last.position]);
        return events.length;
      });
      return delivered.catch((error: unknown) => {
        if (failure !== undefined) throw failure.error;
        const isLate = isWorking && isStoreError(error) && error.reason === 'TIMEOUT';
        if (!isLate) throw error;
        const text =
          `The function that was passed to deliver did not settle within ${timeout} ms, and ran no statement in that time. ` +
          'Its events are delivered again, unless the transaction is still committed.';
        throw new StoreError(text, 'TIMEOUT');
      });
    },
    async readIdentity() {
      const [row] = await query(statements.identity, [environment]);
      return { id: String(row?.['id'] ?? ''), environment };
    },
    readDays: async () =>
      (await query(statements.days, [environment])) as unknown as { day: number; revision: number }[],
    ...createAlertTables(database, schema, environment),
    async close() {
      keeper.stop();
      // A lease that cannot be released expires.
      await query(statements.release, [environment, holder]).catch(() => {});
    },
  };
}

function positionOf(rows: readonly PostgresRow[]): number {
  return Number(rows[0]?.['position'] ?? 0);
}

function knownOf(row: PostgresRow): KnownRun {
  return toChangedRun(row) as KnownRun;
}

function headOf({ end, ...head }: PostgresRow): RunHead {
  return { ...head, end: correctEnd(head['start'] as number, (end ?? undefined) as number | undefined) } as RunHead;
}

function runOf({ first_seen: firstSeen, rows, ...head }: PostgresRow): StoredRun {
  return {
    ...headOf(head),
    firstSeen,
    rows: correctRows((rows ?? undefined) as number | undefined),
  } as unknown as StoredRun;
}

function eventOf({ key, ...others }: PostgresRow): QueuedEvent {
  return { ...others, key: key ?? undefined } as unknown as QueuedEvent;
}

/**
 * Maximum duration of a poll, in multiples of the lease. After that, another worker may take over even if this one
 * still runs.
 */
const longestTurn = 20;

/** Keeps the lease of a store while it polls. */
interface LeaseKeeper {
  /** Renews the lease repeatedly from now on, until `stop`. */
  keep(fence: string): void;
  stop(): void;
}

/**
 * Renews a lease three times within its length, so that it does not expire during a long poll. A failure is ignored:
 * either the next attempt renews the lease, or the lease is lost, which the next write detects. Renewal stops after 20
 * leases, so that a poll that hangs does not block other workers forever.
 *
 * @param lease - in milliseconds
 */
function createLeaseKeeper(
  query: CheckedQuery,
  clock: Clock,
  lease: number,
  statement: string,
  parametersOf: (fence: string) => (string | number | null)[],
): LeaseKeeper {
  let cancel = (): void => {};
  const stop = (): void => cancel();
  const keep = (fence: string): void => {
    stop();
    let isKept = true;
    const end = clock.now() + longestTurn * lease;
    const renew = async (): Promise<void> => {
      const isLost = await query(statement, parametersOf(fence)).then(
        (rows) => rows.length === 0,
        () => false,
      );
      if (isKept && !isLost && clock.now() < end) cancelWait = clock.wait(lease / 3, () => void renew(), true);
    };
    let cancelWait = clock.wait(lease / 3, () => void renew(), true);
    cancel = () => {
      isKept = false;
      cancelWait();
    };
  };
  return { keep, stop };
}
