import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { createFile } from '@syncline/core/files';
import { ConfigError, isSynclineError, reasonOf, scrubError } from '@syncline/core/internal';
import { StateError, StoreError } from '../errors/errors.ts';
import { moveRuns } from './migrate-rows.ts';
import { applicationId, migrations } from './schema.ts';

/** Runs work on the database. Its errors become typed errors that say what to do. */
export type Guarded = <Value>(work: () => Value) => Value;

/**
 * Opens the file, checks that it is a store, and migrates its schema.
 *
 * @param timeout - how long to wait for another writer, in milliseconds
 * @throws {ConfigError} if it cannot be opened
 * @throws {StateError} if it is not a store that this version can read, or is the store of another environment
 * @throws {StoreError} if SQLite cannot write
 */
export function openDatabase(
  file: string,
  environment: string,
  timeout: number,
): { database: DatabaseSync; guarded: Guarded } {
  // Older versions of Node do not have the module, and importing it would fail with an unhelpful code.
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined)
    throw new ConfigError('A store in SQLite', `needs Node 22.13 or newer, but this is Node ${process.versions.node}`);
  // SQLite treats an empty file as a new database, but a truncated file may be empty too.
  if (file !== ':memory:' && existsSync(file) && statSync(file).size === 0)
    throw new StateError(
      `The store ${file} is empty. Restore a copy, or delete the file if it never contained any runs.`,
    );
  let database: DatabaseSync;
  try {
    createPrivately(file);
    database = new sqlite.DatabaseSync(file, { timeout });
  } catch (error) {
    throw new ConfigError('file', `must be a file in a folder that exists, and that can be written (${nameOf(error)})`);
  }
  const guarded: Guarded = (work) => {
    try {
      return work();
    } catch (error) {
      throw explain(file, database.isOpen, error);
    }
  };
  try {
    guarded(() => prepare(database, file, environment));
    return { database, guarded };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Whether opening a file would migrate it first, which blocks the process for minutes if it has many runs. Any other file
 * is opened in milliseconds, or refused.
 *
 * @param file - the path of a file that exists
 */
export function needsMigration(file: string): boolean {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      if (pragma(database, 'application_id') !== applicationId) return false;
      if (pragma(database, 'user_version') < migrations.length) return true;
      return (
        database.prepare("SELECT 1 FROM store WHERE name IN ('unmoved', 'uncounted', 'untrimmed')").get() !== undefined
      );
    } finally {
      database.close();
    }
  } catch {
    // Opening it says what is wrong.
    return false;
  }
}

/**
 * Creates a store that only its user can read. SQLite would create it so that everyone can, and gives its log the mode of
 * the store.
 */
function createPrivately(file: string): void {
  if (file === ':memory:' || existsSync(file)) return;
  try {
    createFile(file, '');
  } catch {
    // Another process has created it, it is a link to a file that SQLite will create, or SQLite says what is wrong.
  }
}

/** The error for a store without one of its tables. */
export function missingTable(file: string, cause?: unknown): StateError {
  return new StateError(`A table of the store ${file}, or a column of it, is missing. Restore a copy.`, { cause });
}

/**
 * Remembers which file was opened, and returns a check that it is still there. SQLite goes on with a file that was deleted
 * or replaced, and everything that it writes is lost when it closes it.
 *
 * @returns a function that throws a StoreError if the path names no file or another one
 */
export function watchFile(file: string): () => void {
  if (file === ':memory:') return () => {};
  const identityOf = (): string | undefined => {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.dev} ${stats.ino}`;
  };
  const opened = identityOf();
  return () => {
    const found = identityOf();
    if (found === opened) return;
    const what = found === undefined ? 'deleted' : 'replaced by another file';
    throw new StoreError(
      `The store ${file} was ${what} while it was open. Nothing was written. Put the file back, or open the store again.`,
      'FILE_REPLACED',
    );
  };
}

/**
 * Marks the file as that of one process, until the process ends, however it ends: it keeps a lock on another file next to
 * it, so that other programs can read the store at any time.
 *
 * @returns a function that takes the mark away
 * @throws {StoreError} if another process has marked it
 */
export function claimFile(file: string): () => void {
  if (file === ':memory:') return () => {};
  const sqlite = process.getBuiltinModule('node:sqlite');
  const lock = `${file}.lock`;
  createPrivately(lock);
  const database = new sqlite.DatabaseSync(lock, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (resultOf(error) !== 5) throw explain(lock, true, error);
    throw new StoreError(
      `Another process, such as a monitor, already fills the store ${file}. Stop that one first. For several at a time, use a ` +
        'store in PostgreSQL.',
      'IN_USE',
    );
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

/** Runs work in a transaction that excludes other writers. */
export function transaction<Value>(database: DatabaseSync, work: () => Value): Value {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already ended the transaction.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function prepare(database: DatabaseSync, file: string, environment: string): void {
  const version = pragma(database, 'user_version');
  const tables = Number(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.['tables']);
  if ((tables > 0 || version > 0) && pragma(database, 'application_id') !== applicationId)
    throw new StateError(`The file ${file} is a database, but not a run store. Name another file.`);
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
  // A commit copies the log into the file only if the store has not done so before, in a turn of its own. The log takes
  // 16 MB instead of 4.
  // The upper pages of the indexes stay in memory, so that a change of a run in a large file reads one page of each.
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -24576',
  );
  if (version === migrations.length) return;
  transaction(database, () => {
    // Another process may have migrated the file in the meantime.
    for (const migration of migrations.slice(pragma(database, 'user_version'))) database.exec(migration);
    // There is nothing to move in a new file.
    if (version === 0) while (moveRuns(database) !== undefined);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
    database.prepare("INSERT OR IGNORE INTO store VALUES ('environment', ?)").run(environment);
  });
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/** What failed and what to do, by SQLite's primary result codes (https://sqlite.org/rescode.html). */
const failures: Readonly<Record<number, readonly [reason: string, text: string]>> = {
  5: [
    'SQLITE_BUSY',
    'is locked by another process. Nothing was written. Try again, or let one process write to the file.',
  ],
  8: ['SQLITE_READONLY', 'cannot be written. Nothing was written. Check the permissions of the file and its folder.'],
  10: ['SQLITE_IOERR', 'cannot be read or written: the disk failed. Nothing was written. Check the disk.'],
  13: ['SQLITE_FULL', 'cannot grow, because the disk is full. Nothing was written. Free some space, and try again.'],
  14: ['SQLITE_CANTOPEN', 'cannot be opened. Nothing was written. Check the permissions of its folder.'],
};

/**
 * A typed error with the name of SQLite's result code. SQLite's messages are not shown, because they may repeat a
 * statement or a value.
 */
function explain(file: string, isOpen: boolean, error: unknown): unknown {
  if (isSynclineError(error)) return error;
  const cause = scrubError(error);
  if (!isOpen) return new StoreError(`The store ${file} is closed. Open it again.`, 'CLOSED', { cause });
  const code = resultOf(error);
  // SQLITE_CORRUPT and SQLITE_NOTADB
  if (code === 11 || code === 26)
    return new StateError(
      `The store ${file} cannot be read: it is damaged, or not a store. Restore a copy, or name another file.`,
      { cause },
    );
  if (code === 1 && /^no such (table|column)/.test((error as Error).message)) return missingTable(file, cause);
  const name = nameOf(error);
  const [reason, text] = (code === undefined ? undefined : failures[code]) ?? [
    name,
    `could not run a statement (${name}). Nothing was written. If it happens again, report it with this message.`,
  ];
  return new StoreError(`The store ${file} ${text}`, reason, { cause });
}

/** The primary result code of SQLite; undefined for any other error. */
function resultOf(error: unknown): number | undefined {
  const { errcode } = Object(error) as { readonly errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

/** The code of the failure in SQLite or Node: `SQLITE_CANTOPEN`, `SQLITE_19`, `ERR_INVALID_ARG_TYPE`. */
function nameOf(error: unknown): string {
  const code = resultOf(error);
  return code === undefined ? reasonOf(error) : (failures[code]?.[0] ?? `SQLITE_${code}`);
}
