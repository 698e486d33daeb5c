/** What SQLite takes and gives back here. */
export type SqlValue = string | number | bigint | null | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/** One prepared statement; a second use before the first one's rows are read takes them away. */
export interface SqlStatement {
  run(...parameters: SqlValue[]): unknown;
  get(...parameters: SqlValue[]): SqlRow | undefined;
  all(...parameters: SqlValue[]): SqlRow[];
  /** Rows one by one; returning early frees the statement. */
  iterate(...parameters: SqlValue[]): IterableIterator<SqlRow>;
}

/** The little of SQLite that the store needs: `node:sqlite` here, a WebAssembly build in a web page. */
export interface SqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}
