import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { ConfigError, ownOptions } from '@syncline/core';
import { FenceError } from '../errors/fence-error.ts';
import { StateError } from '../errors/state-error.ts';
import type { QueuedEvent, RunHead, Store, StoredRun, StoredRunQuery } from '../store/store.ts';
import { applicationId, migrations } from './schema.ts';

/** Options of `openSqliteStore`. */
export interface SqliteStoreOptions {
  /** The name of the environment whose runs the file keeps. A file keeps the runs of one. @default 'default' */
  readonly environment?: string | undefined;
}

type Row = Record<string, SQLOutputValue>;

/** The latest time of a Date. */
const maxTime = 8_640_000_000_000_000;

/** Results of SQLite that mean that the file cannot be read: SQLITE_CORRUPT and SQLITE_NOTADB. */
const unreadableCodes: readonly unknown[] = [11, 26];

/**
 * Opens a store in a file of SQLite, or creates it. It needs Node 22.13 or later. One process writes at a time; other
 * programs can read the file meanwhile.
 *
 * @param file - the path, or `:memory:`
 * @throws {ConfigError} if the folder does not exist or cannot be written
 * @throws {StateError} if the file is cut or damaged, is not a store, was written by a later version, or keeps the runs of
 *   another environment. It is never replaced
 */
export function openSqliteStore(file: string, options?: SqliteStoreOptions): Store {
  const { environment = 'default' } = ownOptions(options, { environment: 1 });
  if (typeof file !== 'string' || file === '') throw new ConfigError('file', 'must be the path of a file');
  if (typeof environment !== 'string' || environment === '')
    throw new ConfigError('environment', 'must be the name of an environment');
  // SQLite takes an empty file for a new database, and a file that was cut may be empty.
  if (file !== ':memory:' && existsSync(file) && statSync(file).size === 0)
    throw new StateError(`The store ${file} is empty. Restore a copy, or delete the file if it never held any runs.`);
  const database = openDatabase(file);
  const guarded = <Value>(work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      throw explain(file, error);
    }
  };
  try {
    guarded(() => prepare(database, file, environment));
  } catch (error) {
    database.close();
    throw error;
  }
  const run = async <Value>(work: () => Value): Promise<Value> => guarded(work);
  const inTransaction = <Value>(work: () => Value): Promise<Value> => run(() => transaction(database, work));

  const selectValue = database.prepare('SELECT value FROM store WHERE name = ?');
  const writeValue = database.prepare('INSERT OR REPLACE INTO store VALUES (?, ?)');
  const valueOf = (name: string): string | undefined => selectValue.get(name)?.['value'] as string | undefined;
  /** The number of the last change. It is the fence: a file has no lease, so the first of two writers wins. */
  const revision = (): string => valueOf('revision') ?? '0';
  const heads = 'SELECT key, job, outcome, start, version FROM runs';
  const byKeys = 'WHERE key IN (SELECT value FROM json_each(?))';
  const byStart = 'WHERE start >= ? AND start < ? AND (?3 IS NULL OR job = ?3)';
  const selects = {
    heads: { byKeys: database.prepare(`${heads} ${byKeys}`), byStart: database.prepare(`${heads} ${byStart}`) },
    runs: {
      byKeys: database.prepare(`SELECT * FROM runs ${byKeys} ORDER BY start, key`),
      byStart: database.prepare(`SELECT * FROM runs ${byStart} ORDER BY start, key`),
    },
  };
  const select = (what: keyof typeof selects, query: StoredRunQuery): Row[] =>
    'keys' in query
      ? selects[what].byKeys.all(JSON.stringify(query.keys))
      : selects[what].byStart.all(query.since ?? -maxTime, query.until ?? maxTime + 1, query.job ?? null);
  const selectOpen = database.prepare(`${heads} WHERE outcome = 'running' AND start < ? ORDER BY start, key`);
  const writeRun = database.prepare(
    `INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET job = excluded.job,
     outcome = excluded.outcome, status = excluded.status, start = excluded.start, "end" = excluded."end",
     rows = excluded.rows, version = excluded.version, raw = excluded.raw WHERE version <> excluded.version`,
  );
  const writeVersion = database.prepare('INSERT OR IGNORE INTO run_versions VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const writeEvent = database.prepare('INSERT INTO events (id, type, key, at, data) VALUES (?, ?, ?, ?, ?)');
  const selectEvents = database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?');
  const selectCursor = database.prepare('SELECT position FROM consumers WHERE name = ?');
  const writeCursor = database.prepare(
    `INSERT INTO consumers VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET position = max(position, excluded.position)`,
  );
  const lastPosition = database.prepare(
    "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) AS last",
  );
  const deleteEvents = database.prepare(
    'DELETE FROM events WHERE at < ? AND position <= (SELECT min(position) FROM consumers)',
  );
  const deleteVersions = database.prepare(
    "DELETE FROM run_versions WHERE key IN (SELECT key FROM runs WHERE start < ? AND outcome <> 'running')",
  );
  const deleteRuns = database.prepare("DELETE FROM runs WHERE start < ? AND outcome <> 'running'");

  return {
    environment,
    begin: () => run(() => ({ fence: revision(), state: valueOf('state') })),
    write: ({ fence, state, runs, events, at }) =>
      inTransaction(() => {
        if (revision() !== fence)
          throw new FenceError(
            `Another process has written to the store ${file} since this poll began. Nothing was written. Poll again.`,
          );
        for (const { key, job, outcome, status, start, end = null, rows = null, version, firstSeen, raw } of runs) {
          const { changes } = writeRun.run(key, job, outcome, status, start, end, rows, version, firstSeen, raw);
          if (changes !== 0) writeVersion.run(key, version, at, outcome, status, end, rows, raw);
        }
        for (const event of events) writeEvent.run(event.id, event.type, event.key ?? null, event.at, event.data);
        writeValue.run('state', state);
        writeValue.run('revision', String(Number(fence) + 1));
      }),
    release: async () => {},
    readHeads: (query) => run(() => select('heads', query) as unknown as RunHead[]),
    readRuns: (query) => run(() => select('runs', query).map(runOf)),
    readOpen: (startedBefore) => run(() => selectOpen.all(startedBefore) as unknown as RunHead[]),
    readEvents: (after, limit) => run(() => selectEvents.all(after, limit).map(eventOf)),
    readCursor: (consumer) => run(() => Number(selectCursor.get(consumer)?.['position'] ?? 0)),
    acknowledge: (consumer, position) =>
      inTransaction(() => {
        if (!(Number.isSafeInteger(position) && position >= 0 && position <= Number(lastPosition.get()?.['last'])))
          throw new ConfigError('position', 'must be the position of an event that was read');
        writeCursor.run(consumer, position);
      }),
    deleteEvents: (foundBefore) => run(() => Number(deleteEvents.run(foundBefore).changes)),
    prune: ({ before }) =>
      inTransaction(() => {
        deleteVersions.run(before);
        return Number(deleteRuns.run(before).changes);
      }),
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}

function openDatabase(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 5_000 });
  } catch (error) {
    throw new ConfigError('file', `must be a file that can be written: ${(error as Error).message}`);
  }
}

/** Checks what the file is, and brings its schema up to date. */
function prepare(database: DatabaseSync, file: string, environment: string): void {
  const version = pragma(database, 'user_version');
  const tables = Number(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.['tables']);
  if ((tables > 0 || version > 0) && pragma(database, 'application_id') !== applicationId)
    throw new StateError(`The file ${file} is a database, but not a store of runs. Name another file.`);
  if (version > migrations.length)
    throw new StateError(
      `The store ${file} has version ${version}, and this package reads versions up to ${migrations.length}. ` +
        'Update @syncline/runs.',
    );
  const kept =
    version === 0
      ? environment
      : database.prepare("SELECT value FROM store WHERE name = 'environment'").get()?.['value'];
  if (kept !== environment)
    throw new StateError(
      `The store ${file} keeps the runs of the environment ${JSON.stringify(kept)}, not of ${JSON.stringify(environment)}. ` +
        'Use one file for each environment.',
    );
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  if (version === migrations.length) return;
  transaction(database, () => {
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
    database.prepare("INSERT OR IGNORE INTO store VALUES ('environment', ?)").run(environment);
  });
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function transaction<Value>(database: DatabaseSync, work: () => Value): Value {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // SQLite itself ends the transaction after some errors, such as a full disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function explain(file: string, error: unknown): unknown {
  const { errcode } = error as { readonly errcode?: unknown };
  if (typeof errcode !== 'number' || !unreadableCodes.includes(errcode & 0xff)) return error;
  return new StateError(
    `The store ${file} cannot be read: it is damaged, or not a store. Restore a copy, or name another file.`,
    {
      cause: error,
    },
  );
}

function runOf(row: Row): StoredRun {
  const { first_seen: firstSeen, end, rows, ...others } = row;
  return { ...others, firstSeen, end: end ?? undefined, rows: rows ?? undefined } as unknown as StoredRun;
}

function eventOf({ key, ...others }: Row): QueuedEvent {
  return { ...others, key: key ?? undefined } as unknown as QueuedEvent;
}
