import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { ConfigError, ownOptions } from '@syncline/core/internal';
import { FenceError } from '../errors/fence-error.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { AlertStore } from '../store/alert-store.ts';
import { dayLength, dayOf, type HistoryDay, type HistoryStore } from '../store/history-store.ts';
import {
  checkMoment,
  checkQuery,
  type QueuedEvent,
  type RunHead,
  type Store,
  type StoredRun,
  type StoredRunQuery,
} from '../store/store.ts';
import { type Duration, parseDuration } from '../time/duration.ts';
import { createAlertTables } from './alert-tables.ts';
import { openDatabase, transaction } from './open-database.ts';

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
}

/** A store in an SQLite file. It also keeps alerts, and `exportParquet` can read it. */
export interface SqliteStore extends Store, HistoryStore, AlertStore {
  readRuns(query: StoredRunQuery): Promise<readonly StoredRun[]>;
}

type Row = Record<string, SQLOutputValue>;
/** The columns of `heads`, in order. */
type HeadRow = [key: string, job: string, outcome: Outcome, start: number, end: number | null, version: string];
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

/** The latest time that a Date can represent. */
const maxTime = 8_640_000_000_000_000;

/**
 * Opens a store in an SQLite file, or creates it. It needs Node 22.13 or later. Only one process can write at a time;
 * other programs can read the file at any time.
 *
 * @param file - the path, or `:memory:`
 * @throws {ConfigError} if the folder does not exist or cannot be written, or this version of Node has no SQLite
 * @throws {StateError} if the file is truncated or damaged, is not a store, was written by a later version, or keeps
 *   the runs of another environment. It is never replaced
 * @throws {StoreError} if the disk is full, or another process keeps the file locked for longer than `timeout`. The
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
  const { environment = 'default', timeout: timeoutGiven = '5s' } = ownOptions(options, { environment: 1, timeout: 1 });
  if (typeof file !== 'string' || file === '') throw new ConfigError('file', 'must be the path of a file');
  if (typeof environment !== 'string' || environment === '')
    throw new ConfigError('environment', 'must be the name of an environment');
  const timeout = parseDuration('timeout', timeoutGiven);
  if (timeout > 60_000) throw new ConfigError('timeout', 'must be at most one minute');
  const { database, guarded } = openDatabase(file, environment, timeout);
  const run = async <Value>(work: () => Value): Promise<Value> => guarded(work);
  const inTransaction = <Value>(work: () => Value): Promise<Value> => run(() => transaction(database, work));

  const selectValue = database.prepare('SELECT value FROM store WHERE name = ?');
  const writeValue = database.prepare('INSERT OR REPLACE INTO store VALUES (?, ?)');
  const valueOf = (name: string): string | undefined => selectValue.get(name)?.['value'] as string | undefined;
  /** The number of the last change. It is used as the fence: a file has no lease, so the first of two writers wins. */
  const revision = (): string => valueOf('revision') ?? '0';
  const heads = 'SELECT key, job, outcome, start, "end", version FROM runs';
  const byKeys = 'WHERE key IN (SELECT value FROM json_each(?))';
  const byStart = 'WHERE start >= ? AND start < ? AND (?3 IS NULL OR job = ?3)';
  const prepareSelects = (columns: string, order: string): Readonly<Record<'byKeys' | 'byStart', StatementSync>> => ({
    byKeys: database.prepare(`${columns} ${byKeys} ${order}`),
    byStart: database.prepare(`${columns} ${byStart} ${order}`),
  });
  const selectHeads = prepareSelects(heads, '');
  const wholeRuns = 'SELECT key, job, outcome, status, start, "end", rows, version, first_seen, raw FROM runs';
  const selectRuns = prepareSelects(wholeRuns, 'ORDER BY start, key');
  const select = ({ byKeys: ofKeys, byStart: ofTime }: typeof selectRuns, query: StoredRunQuery): unknown[] =>
    'keys' in query
      ? ofKeys.all(JSON.stringify(query.keys))
      : ofTime.all(query.since ?? -maxTime, query.until ?? maxTime + 1, query.job ?? null);
  const selectOpen = database.prepare(`${heads} WHERE outcome = 'running' AND start < ? ORDER BY start, key`);
  const selectPage = database.prepare(
    `${wholeRuns} WHERE start >= ?1 AND start < ?2 AND (start, key) > (?3, ?4) ORDER BY start, key LIMIT ?5`,
  );
  // Thousands of them are read at a time, and reading rows as objects takes twice as long.
  for (const statement of [...Object.values(selectHeads), ...Object.values(selectRuns), selectOpen, selectPage])
    statement.setReturnArrays(true);
  const selectDays = database.prepare('SELECT day, revision FROM days ORDER BY day');
  const selectVersions = database.prepare(
    'SELECT runs.key, job, start, version FROM json_each(?) AS given CROSS JOIN runs ON runs.key = given.value',
  );
  selectVersions.setReturnArrays(true);
  // A run that occurs twice in one change is new only the first time.
  const insertRun = database.prepare(
    `INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET job = excluded.job,
     outcome = excluded.outcome, status = excluded.status, start = excluded.start, "end" = excluded."end",
     rows = excluded.rows, version = excluded.version, raw = excluded.raw`,
  );
  const moveRun = database.prepare('UPDATE runs SET job = ?, start = ? WHERE key = ?');
  // Does not set any column of the two large indexes, which would be written again even if the values are the same.
  const updateRun = database.prepare(
    'UPDATE runs SET outcome = ?, status = ?, "end" = ?, rows = ?, version = ?, raw = ? WHERE key = ?',
  );
  const insertVersions = prepareInsert(database, 'INSERT OR IGNORE INTO run_versions', 8);
  const writeDay = database.prepare('INSERT OR REPLACE INTO days VALUES (?, ?)');
  const insertEvents = prepareInsert(database, 'INSERT INTO events (id, type, key, at, data)', 5);
  const selectEvents = database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?');
  const selectCursor = database.prepare('SELECT position FROM consumers WHERE name = ?');
  const writeCursor = database.prepare(
    `INSERT INTO consumers (name, position) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET position = max(position, excluded.position)`,
  );
  const lastPosition = database.prepare(
    "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) AS last",
  );
  // Reads only the events that it deletes, and one more: the first one that is too new. A time later than that of the last
  // event comes from a wrong clock, and says nothing about the events after it.
  const deleteEvents = database.prepare(
    `WITH done AS (SELECT min(position) AS position FROM consumers) DELETE FROM events WHERE at < ?1 AND position <
     (SELECT coalesce((SELECT position FROM events WHERE at >= ?1 AND position <= done.position
       AND at <= (SELECT at FROM events ORDER BY position DESC LIMIT 1) ORDER BY position LIMIT 1),
     done.position + 1) FROM done)`,
  );
  const deleteConsumer = database.prepare('DELETE FROM consumers WHERE name = ?');
  const deleteVersions = database.prepare(
    "DELETE FROM run_versions WHERE key IN (SELECT key FROM runs WHERE start < ? AND outcome <> 'running')",
  );
  const deleteRuns = database.prepare("DELETE FROM runs WHERE start < ? AND outcome <> 'running'");

  /**
   * Writes the runs whose version differs from the stored one. All stored versions are read first with one query. That
   * takes less time than upserts that change nothing, and shows which columns of a run an update must write.
   *
   * @returns whether there were any
   */
  const writeRuns = (runs: readonly StoredRun[], at: number, change: number): boolean => {
    const stored = new Map<string, Pick<StoredRun, 'job' | 'start' | 'version'>>();
    const keys = JSON.stringify(runs.map(({ key }) => key));
    for (const [key, job, start, version] of selectVersions.all(keys) as unknown as [string, string, number, string][])
      stored.set(key, { job, start, version });
    const days = new Set<number>();
    const versions: SQLInputValue[] = [];
    for (const run of runs) {
      const { key, job, outcome, status, start, end = null, rows = null, version, firstSeen, raw } = run;
      const before = stored.get(key);
      if (before?.version === version) continue;
      if (before === undefined) insertRun.run(key, job, outcome, status, start, end, rows, version, firstSeen, raw);
      else {
        updateRun.run(outcome, status, end, rows, version, raw, key);
        if (before.job !== job || before.start !== start) moveRun.run(job, start, key);
        stored.set(key, run);
        days.add(dayOf(before.start));
      }
      versions.push(key, version, at, outcome, status, end, rows, raw);
      days.add(dayOf(start));
    }
    insertVersions(versions);
    for (const day of days) writeDay.run(day, change);
    return days.size > 0;
  };

  return {
    environment,
    begin: () => run(() => ({ fence: revision(), state: valueOf('state') })),
    write: ({ fence, state, runs, events, at }) =>
      inTransaction(() => {
        if (revision() !== fence)
          throw new FenceError(
            `Another process has written to the store ${file} since this poll began. Nothing was written. Poll again.`,
          );
        const next = Number(fence) + 1;
        const changed = writeRuns(runs, at, next);
        insertEvents(events.flatMap(({ id, type, key = null, at: found, data }) => [id, type, key, found, data]));
        if (!changed && events.length === 0 && valueOf('state') === state) return;
        writeValue.run('state', state);
        writeValue.run('revision', String(next));
      }),
    release: async () => {},
    readHeads: (query) => run(() => (select(selectHeads, checkQuery(query)) as HeadRow[]).map(headOf)),
    readRuns: (query) => run(() => (select(selectRuns, checkQuery(query)) as RunRow[]).map(runOf)),
    readOpen: (startedBefore) => run(() => (selectOpen.all(startedBefore) as unknown as HeadRow[]).map(headOf)),
    readEvents: (after, limit) => run(() => selectEvents.all(after, limit).map(eventOf)),
    readCursor: (consumer) => run(() => Number(selectCursor.get(consumer)?.['position'] ?? 0)),
    acknowledge: (consumer, position) =>
      inTransaction(() => {
        if (!(Number.isSafeInteger(position) && position >= 0 && position <= Number(lastPosition.get()?.['last'])))
          throw new ConfigError('position', 'must be the position of an event that was read');
        writeCursor.run(consumer, position);
      }),
    removeConsumer: (consumer) => run(() => deleteConsumer.run(consumer).changes !== 0),
    deleteEvents: (foundBefore) => run(() => Number(deleteEvents.run(foundBefore).changes)),
    prune: (options) =>
      inTransaction(() => {
        const before = checkMoment('before', options?.before);
        deleteVersions.run(before);
        deleteEvents.run(before);
        return Number(deleteRuns.run(before).changes);
      }),
    readIdentity: () => run(() => ({ id: valueOf('id') ?? '', environment })),
    readDays: () => run(() => selectDays.all() as unknown as HistoryDay[]),
    readPage: (day, after, limit) =>
      run(() => {
        const [first, next] = [day * dayLength, (day + 1) * dayLength];
        const from = after?.start ?? first - 1;
        return (selectPage.all(first, next, from, after?.key ?? '', limit) as unknown as RunRow[]).map(runOf);
      }),
    ...createAlertTables(database, { file, run, inTransaction }),
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}

function headOf([key, job, outcome, start, end, version]: HeadRow): RunHead {
  return { key, job, outcome, start, end: end ?? undefined, version };
}

function runOf([key, job, outcome, status, start, end, rows, version, firstSeen, raw]: RunRow): StoredRun {
  return { key, job, outcome, status, start, end: end ?? undefined, rows: rows ?? undefined, version, firstSeen, raw };
}

function eventOf({ key, ...others }: Row): QueuedEvent {
  return { ...others, key: key ?? undefined } as unknown as QueuedEvent;
}

/** Number of rows in one statement. More rows gain little. */
const together = 20;

/**
 * Prepares the insertion of many rows, whose values follow each other in one list. A statement for 20 rows takes two
 * thirds of the time of 20 statements, because the calls take much of that time (`npm run bench -- run-stores`).
 *
 * @param into - the statement before its values, such as `INSERT INTO days`
 */
function prepareInsert(
  database: DatabaseSync,
  into: string,
  columns: number,
): (values: readonly SQLInputValue[]) => void {
  const row = `(${Array(columns).fill('?').join()})`;
  const one = database.prepare(`${into} VALUES ${row}`);
  const many = database.prepare(`${into} VALUES ${Array(together).fill(row).join()}`);
  return (values) => {
    let at = 0;
    for (const size = together * columns; at + size <= values.length; at += size)
      many.run(...values.slice(at, at + size));
    for (; at < values.length; at += columns) one.run(...values.slice(at, at + columns));
  };
}
