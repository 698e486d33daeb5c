/** What SQLite takes and gives back. */
export type SqlValue = string | number | bigint | null | Uint8Array;
/** One row by its columns. */
export type SqlRow = Record<string, SqlValue>;

/** One prepared statement; a second use before the first one's rows are read takes them away. */
export interface SqlStatement {
  run(...parameters: SqlValue[]): unknown;
  get(...parameters: SqlValue[]): SqlRow | undefined;
  all(...parameters: SqlValue[]): SqlRow[];
  /** Rows one by one; returning early frees the statement. */
  iterate(...parameters: SqlValue[]): IterableIterator<SqlRow>;
}

/**
 * The little of SQLite that a sandbox needs, of version 3.38 or later with its JSON functions: `node:sqlite` in Node, a WebAssembly
 * build in a web page.
 *
 * @example
 * import { DatabaseSync } from 'node:sqlite';
 * const database: SqlDatabase = new DatabaseSync(':memory:') as unknown as SqlDatabase;
 */
export interface SqlDatabase {
  /** Runs statements apart by semicolons. */
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}
