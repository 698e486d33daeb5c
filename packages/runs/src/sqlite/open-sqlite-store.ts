import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { ConfigError, type Duration, ownOptions, parseDuration } from '@syncline/core/internal';
import { FenceError, StateError } from '../errors/errors.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { correctEnd, correctRows } from '../reading/reading-rules.ts';
import type { AlertStore } from '../store/alert-store.ts';
import { batches, checkMoment, differingMembers, type RunHead, type StoredRun } from '../store/stored-run.ts';
import { dayOf, type HistoryDay, type HistoryStore, type ReadLog } from '../store/history-store.ts';
import { RollUpChange } from '../store/roll-ups.ts';
import { checkPageQuery, pageOf } from '../store/run-page.ts';
import { checkKeys, type QueuedEvent, type Store, type StoredRunQuery } from '../store/store.ts';
import { createAlertTables } from './alert-tables.ts';
import { moveRuns, trimVersions } from './migrate-rows.ts';
import { missingTable, claimFile, type Guarded, openDatabase, transaction, watchFile } from './open-database.ts';
import { type CountedRow, RollUps, toCountedRun } from './roll-ups.ts';
import { versionValues } from './schema.ts';
import { prepareStatements, type Statements } from './statements.ts';

export { needsMigration } from './open-database.ts';

/** Options of `openSqliteStore`. */
export interface SqliteStoreOptions {
  /**
   * The name of the environment whose runs the file contains. A file contains the runs of one environment.
   * @default 'default'
   */
  readonly environment?: string | undefined;
  /**
   * How long a write waits for another process that is writing, at most `'1m'`. The wait blocks the process.
   *
   * @default '5s'
   */
  readonly timeout?: Duration | undefined;
  /**
   * Whether this process is the only one that fills the store: while it is open, opening it with `exclusive` is refused. Two
   * processes that poll into one file would send every request twice. Others can still read and write the file.
   * @default false
   */
  readonly exclusive?: boolean | undefined;
  /**
   * Called while a file of an earlier version is migrated, with how far that has come, from 0 to 1. It takes some
   * minutes for each ten million runs, and blocks the process. If the process is killed, the next one continues.
   */
  readonly onMigration?: ((share: number) => void) | undefined;
}

/** A store in an SQLite file. It also keeps alerts, and `exportParquet` can read it. */
export interface SqliteStore extends Store, HistoryStore, AlertStore, ReadLog {
  readRuns(query: StoredRunQuery): Promise<readonly StoredRun[]>;
}

type Row = Record<string, SQLOutputValue>;
/** The columns of `heads`, in order. */
type HeadRow = [
  key: string,
  job: string,
  outcome: Outcome,
  start: number,
  end: number | null,
  version: string,
  number: number,
];
/** A run as it is stored, with what its past version needs. */
type KnownRow = [...head: HeadRow, rowid: number, status: string, rows: number | null, seen: number, raw: string];
/** The columns of `runs`, in order. */
type RunRow = [
  key: string,
  job: string,
  outcome: Outcome,
  status: string,
  start: number,
  end: number | null,
  rows: number | null,
  version: string,
  firstSeen: number,
  raw: string,
];

/**
 * Opens a store in an SQLite file, or creates it. It needs Node 22.13 or later. Only one process can write at a time;
 * other programs can read the file at any time.
 *
 * @param file - the path, or `:memory:`
 * @throws {ConfigError} if the folder does not exist or cannot be written, or this version of Node has no SQLite
 * @throws {StateError} if the file is truncated or damaged, is not a store, was written by a later version, or keeps
 *   the runs of another environment. It is never replaced
 * @throws {StoreError} if the disk is full, another process keeps the file locked for longer than `timeout`, or another
 *   one has opened it with `exclusive`. The
 * methods of the store also throw it; in that case, nothing is written
 *
 * @example
 * ```ts
 * import { openSqliteStore } from '@syncline/runs/sqlite';
 *
 * const store = openSqliteStore(':memory:', { environment: 'production' });
 * const ninetyDaysAgo = Date.now() - 90 * 86_400_000;
 * console.log(await store.prune({ before: ninetyDaysAgo })); // 0
 * ```
 */
export function openSqliteStore(file: string, options?: SqliteStoreOptions): SqliteStore {
  const settings = ownOptions(options, { environment: 1, timeout: 1, exclusive: 1, onMigration: 1 });
  const { environment = 'default', timeout: timeoutGiven = '5s', exclusive, onMigration } = settings;
  if (typeof file !== 'string' || file === '') throw new ConfigError('file', 'must be the path of a file');
  if (typeof environment !== 'string' || environment === '')
    throw new ConfigError('environment', 'must be the name of an environment');
  const timeout = parseDuration('timeout', timeoutGiven);
  if (timeout > 60_000) throw new ConfigError('timeout', 'must be at most one minute');
  // Before a migration, which two processes would make at the same time.
  const release = exclusive === true ? claimFile(file) : () => {};
  const { database, guarded } = openClaimed(release, () => openDatabase(file, environment, timeout));
  const run = async <Value>(work: () => Value): Promise<Value> => guarded(work);
  const inTransaction = <Value>(work: () => Value): Promise<Value> => run(() => transaction(database, work));

  const rollUps = guarded(() => new RollUps(database));
  migrateRows(database, guarded, rollUps, onMigration);
  const statements = guarded(() => prepareStatements(database));
  const checkFile = watchFile(file);
  const countTables = (): number => Number(statements.tables.get()?.['count']);
  const tables = guarded(countTables);
  const hasRuns = (): boolean => statements.hasRuns.get()?.['found'] === 1;
  const valueOf = (name: string): string | undefined =>
    statements.selectValue.get(name)?.['value'] as string | undefined;
  /** The number of the last change. It is used as the fence: a file has no lease, so the first of two writers wins. */
  const revision = (): string => valueOf('revision') ?? '0';

  /** Number of runs that were written since the log was last looked at */
  let unchecked = 0;
  /** In a turn of the event loop of its own: a commit that also copied the log would block the process for twice the time. */
  const checkpoint = async (): Promise<void> => {
    await setImmediate();
    try {
      // Before version 3.51, SQLite copies the log here.
      const { log, checkpointed } = statements.selectLog.get() as Readonly<Record<'log' | 'checkpointed', number>>;
      if (log - checkpointed >= copiedPages) statements.checkpoint.get();
    } catch {
      // Everything is safe in the log, and the next checkpoint copies it.
    }
  };

  return {
    environment,
    begin: () =>
      run(() => {
        checkFile();
        // A poll that changes nothing would not find out that the table of events is gone.
        if (countTables() < tables) throw missingTable(file);
        const state = valueOf('state');
        if ((state === undefined) !== (valueOf('revision') === undefined) || (state === undefined && hasRuns()))
          throw new StateError(
            `The store ${file} has runs, and its state is missing: a row of the table store was deleted. Restore a copy.`,
          );
        return { fence: revision(), state };
      }),
    async write({ fence, state, runs, events, at }) {
      await inTransaction(() => {
        checkFile();
        if (revision() !== fence)
          throw new FenceError(
            `Another process has written to the store ${file} since this poll began. Nothing was written. Poll again.`,
          );
        const next = Number(fence) + 1;
        const changed = writeRuns(statements, rollUps, runs, at, next);
        statements.insertEvents(
          events.flatMap(({ id, type, key = null, at: found, data }) => [id, type, key, found, data]),
        );
        if (!changed && events.length === 0 && valueOf('state') === state) return;
        statements.writeValue.run('state', state);
        statements.writeValue.run('revision', String(next));
      });
      unchecked += runs.length;
      if (unchecked < checkpointAfter) return;
      unchecked = 0;
      await checkpoint();
    },
    release: async () => {},
    noteRead: (note = '') =>
      inTransaction(() => {
        statements.writeValue.run('readAt', String(Date.now()));
        statements.writeValue.run('readNote', note);
      }),
    lastRead: () =>
      run(() => {
        const at = valueOf('readAt');
        if (at === undefined) return undefined;
        return { ageMs: Math.max(0, Date.now() - Number(at)), note: valueOf('readNote') || undefined };
      }),
    readHeads: (query) => run(() => (select(statements.selectHeads, query) as HeadRow[]).map(headOf)),
    readPage: (query) =>
      run(() => {
        const checked = checkPageQuery(query);
        return pageOf((statements.selectPage(checked) as RunRow[]).map(runOf), checked);
      }),
    readJobs: (query) => run(() => rollUps.readJobs(query)),
    readHours: (query) => run(() => rollUps.readHours(query)),
    readRuns: (query) => run(() => (select(statements.selectRuns, query) as RunRow[]).map(runOf)),
    readOpen: (startedBefore) =>
      run(() => (statements.selectOpen.all(startedBefore) as unknown as HeadRow[]).map(headOf)),
    readEvents: (after, limit) => run(() => statements.selectEvents.all(after, limit).map(eventOf)),
    readCursor: (consumer) => run(() => Number(statements.selectCursor.get(consumer)?.['position'] ?? 0)),
    acknowledge: (consumer, position) =>
      inTransaction(() => {
        if (
          !(
            Number.isSafeInteger(position) &&
            position >= 0 &&
            position <= Number(statements.lastPosition.get()?.['last'])
          )
        )
          throw new ConfigError('position', 'must be the position of an event that was read');
        statements.writeCursor.run(consumer, position);
      }),
    removeConsumer: (consumer) => run(() => statements.deleteConsumer.run(consumer).changes !== 0),
    deleteEvents: (foundBefore) => run(() => Number(statements.deleteEvents.run(foundBefore).changes)),
    async prune(options) {
      const before = checkMoment('before', options?.before);
      await inTransaction(() => statements.deleteEvents.run(before));
      let pruned = 0;
      for (;;) {
        const count = await inTransaction(() => pruneRuns(statements, rollUps, before));
        if (count === 0) return pruned;
        pruned += count;
        // Deleting a month of runs must not block the process.
        await setImmediate();
      }
    },
    readIdentity: () => run(() => ({ id: valueOf('id') ?? '', environment })),
    readDays: () => run(() => statements.selectDays.all() as unknown as HistoryDay[]),
    ...guarded(() => createAlertTables(database, { file, run, inTransaction })),
    close: async () => {
      if (database.isOpen) database.close();
      release();
    },
  };
}

/** Takes the mark of the file away if the file cannot be opened. */
function openClaimed<Value>(release: () => void, open: () => Value): Value {
  try {
    return open();
  } catch (error) {
    release();
    throw error;
  }
}

/** Does what is left of migrations, in parts. A process that is killed leaves the rest to the next one. */
function migrateRows(
  database: DatabaseSync,
  guarded: Guarded,
  rollUps: RollUps,
  onMigration?: (share: number) => void,
): void {
  const parts = [
    { name: 'unmoved', begins: 0, takes: 0.8, work: () => moveRuns(database) },
    { name: 'uncounted', begins: 0.8, takes: 0.1, work: () => rollUps.countMore() },
    { name: 'untrimmed', begins: 0.9, takes: 0.1, work: () => trimVersions(database) },
  ];
  const isLeft = (name: string) => database.prepare('SELECT 1 FROM store WHERE name = ?').get(name) !== undefined;
  const left = guarded(() => parts.filter(({ name }) => isLeft(name)));
  if (left.length === 0) return;
  for (const { begins, takes, work } of left) {
    for (;;) {
      const share = guarded(() => transaction(database, work));
      if (share === undefined) break;
      onMigration?.(begins + takes * share);
    }
  }
  onMigration?.(1);
}

/** The ids of jobs. Each is looked up once, and a job that has none gets one. */
function jobIds({ selectJob, insertJob }: Statements): (job: string) => number {
  const ids = new Map<string, number>();
  return (job) => {
    let id = ids.get(job);
    if (id === undefined) ids.set(job, (id = Number(selectJob.get(job)?.['id'] ?? insertJob.run(job).lastInsertRowid)));
    return id;
  };
}

/**
 * Writes the runs whose version differs from the stored one. All stored versions are read first with one query. That
 * takes less time than upserts that change nothing, and shows which columns of a run an update must write.
 *
 * @returns whether there were any
 */
function writeRuns(
  statements: Statements,
  rollUps: RollUps,
  runs: readonly StoredRun[],
  at: number,
  change: number,
): boolean {
  const idOf = jobIds(statements);
  const days = new Set<number>();
  const counted = new RollUpChange();
  for (const batch of batches(runs)) {
    const versions = new Map(statements.selectVersions.all(keysOf(batch)) as unknown as [string, string][]);
    // Most polls find most runs as they are stored, so only the others are read as they were.
    const changed = batch.filter(({ key, version }) => versions.get(key) !== version);
    const known = statements.selectKnown.all(keysOf(changed.filter(({ key }) => versions.has(key))));
    const stored = new Map((known as unknown as KnownRow[]).map((row) => [row[0], row]));
    for (const run of changed) {
      const { key, job, outcome, status, start, end = null, rows = null, version, firstSeen, raw } = run;
      const before = stored.get(key);
      const head = before && { ...headOf(before), rows: before[9] ?? undefined };
      const [hash, text] = versionValues(version);
      if (before === undefined || head === undefined) {
        const seen = seenAfter(firstSeen, at);
        statements.insertRun.run(key, idOf(job), outcome, status, start, end, rows, hash, text, firstSeen, seen, raw);
      } else {
        const rowid = keepVersion(statements, before, raw);
        statements.updateRun.run(outcome, status, end, rows, hash, text, raw, head.number + 1, at, rowid);
        if (head.job !== job || head.start !== start) statements.moveRun.run(idOf(job), start, rowid);
        days.add(dayOf(head.start));
      }
      counted.add(head, run);
      days.add(dayOf(start));
    }
  }
  for (const day of days) statements.writeDay.run(day, change);
  rollUps.apply(counted);
  return days.size > 0;
}

function keysOf(runs: readonly StoredRun[]): string {
  return JSON.stringify(runs.map(({ key }) => key));
}

/** Keeps the version of a run that is about to be replaced, with what differs in its record. @returns the rowid of the run */
function keepVersion(statements: Statements, row: KnownRow, raw: string): number {
  const [key, , outcome, , end, version, number, rowid, status, rows, seen, before] = row;
  statements.keepVersion.run(key, version, seen, outcome, status, end, rows, differingMembers(before, raw), number);
  return rowid;
}

/** When a version was seen, if that is not when the run was first seen: otherwise, it takes no place. */
function seenAfter(firstSeen: number, at: number): number | null {
  return at === firstSeen ? null : at;
}

/** After so many written runs, the log is copied into the file if it has so many pages. A commit that leaves 16 MB in it copies it too. */
const [checkpointAfter, copiedPages] = [1_000, 1_000];

/** Number of runs that one transaction deletes, but for those that start at the same instant. */
const prunedAtOnce = 2_000;

/** Deletes the oldest runs. @returns how many */
function pruneRuns(statements: Statements, rollUps: RollUps, before: number): number {
  const rows = statements.selectOld.all(before, prunedAtOnce) as unknown as [...run: CountedRow, rows: number | null][];
  const change = new RollUpChange();
  let last = 0;
  for (const [key, job, outcome, start, end, count] of rows) {
    change.add({ ...toCountedRun([key, job, outcome, start, end]), rows: count ?? undefined }, undefined);
    last = start;
  }
  const keys = JSON.stringify(rows.map(([key]) => key));
  statements.deleteVersions.run(keys);
  statements.deleteRuns.run(keys);
  rollUps.prune(change, last + 1);
  return rows.length;
}

function select(statement: StatementSync, query: StoredRunQuery): unknown[] {
  return statement.all(JSON.stringify(checkKeys(query)));
}

function headOf([key, job, outcome, start, end, version, number]: HeadRow | KnownRow): RunHead {
  return { key, job, outcome, start, end: correctEnd(start, end ?? undefined), version, number };
}

function runOf([key, job, outcome, status, start, end, rows, version, firstSeen, raw]: RunRow): StoredRun {
  const [realEnd, realRows] = [correctEnd(start, end ?? undefined), correctRows(rows ?? undefined)];
  return { key, job, outcome, status, start, end: realEnd, rows: realRows, version, firstSeen, raw };
}

function eventOf({ key, ...others }: Row): QueuedEvent {
  return { ...others, key: key ?? undefined } as unknown as QueuedEvent;
}
