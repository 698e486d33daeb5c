import { memoize } from './memoize.ts';

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
