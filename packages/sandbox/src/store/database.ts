/** Calls `make` once per text and keeps the `max` newest results. An error or `undefined` is not kept. */
export function memoize<T>(make: (text: string) => T, max: number): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    let result = results.get(text);
    if (result === undefined) {
      result = make(text);
      if (result === undefined) return result;
      if (results.size >= max) results.delete(results.keys().next().value as string);
      results.set(text, result);
    }
    return result;
  };
}

/**
 * The tables (decision record 0030). History is clustered by time, without row ids. Every table stores the JSON text of
 * each record, so that a response is made by joining texts. The columns beside the text are the fields that section 2.5
 * names; other fields are read from the text. Jobs have row ids: a job's text is too long for the pages of a key and
 * would be reassembled at each read. The column `keys` makes comparisons exact (`sort-keys.ts`).
 */
export const createTables = `
CREATE TABLE IF NOT EXISTS history (
  start TEXT NOT NULL, seq INTEGER NOT NULL, connectorid TEXT, details TEXT, instanceid TEXT, keys TEXT,
  json TEXT NOT NULL,
  PRIMARY KEY (start, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS connector (
  seq INTEGER PRIMARY KEY, connectorid TEXT, workspace TEXT, keys TEXT, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS workspace (
  seq INTEGER PRIMARY KEY, id TEXT, name TEXT, created_at TEXT, updated_at TEXT, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS job (
  seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, id TEXT, keys TEXT, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS job_status (job_id TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS task_history (
  transformation_id TEXT NOT NULL, task_id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (transformation_id, task_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS property (collection TEXT NOT NULL, name TEXT NOT NULL, types INTEGER NOT NULL, PRIMARY KEY (collection, name)) WITHOUT ROWID;
`;

/** Created after the first load: building an index at the end takes half as long as updating it row by row. */
export const createIndexes = `
CREATE INDEX IF NOT EXISTS history_connectorid ON history (connectorid);
CREATE INDEX IF NOT EXISTS history_details ON history (details);
CREATE INDEX IF NOT EXISTS history_instanceid ON history (instanceid);
CREATE INDEX IF NOT EXISTS connector_connectorid ON connector (connectorid);
CREATE INDEX IF NOT EXISTS connector_workspace ON connector (workspace);
CREATE INDEX IF NOT EXISTS job_id ON job (id);
`;

/** A value of SQLite. */
export type SqlValue = string | number | bigint | null | Uint8Array;
/** One row by its columns. */
export type SqlRow = Record<string, SqlValue>;

/** A prepared statement. Using it again discards the rows of the earlier use that were not read yet. */
export interface SqlStatement {
  run(...parameters: SqlValue[]): unknown;
  get(...parameters: SqlValue[]): SqlRow | undefined;
  all(...parameters: SqlValue[]): SqlRow[];
  /** The rows, one by one. Ending the iteration early frees the statement. */
  iterate(...parameters: SqlValue[]): IterableIterator<SqlRow>;
}

/**
 * The part of SQLite that a sandbox needs: version 3.38 or later with its JSON functions. Use `node:sqlite` in Node and
 * a WebAssembly build in a web page.
 *
 * @example
 * import { DatabaseSync } from 'node:sqlite';
 * const database: SqlDatabase = new DatabaseSync(':memory:') as unknown as SqlDatabase;
 */
export interface SqlDatabase {
  /** Runs statements that are separated by semicolons. */
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}

/** Prepares a statement, or returns the one that was already prepared from the same text. */
export type Prepare = (sql: string) => SqlStatement;

/** Caches the `max` newest prepared statements. */
export function createStatements(database: SqlDatabase, max = Number.POSITIVE_INFINITY): Prepare {
  return memoize((sql) => database.prepare(sql), max);
}

/** A string as it is, anything else as NULL, for a column beside the JSON text. */
export function textOrNull(value: unknown): SqlValue {
  return typeof value === 'string' ? value : null;
}
