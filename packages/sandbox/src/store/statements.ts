import type { SqlDatabase, SqlStatement } from './database.ts';
import { remembered } from './remembered.ts';

/** A statement by its text, prepared when it is first asked for. */
export type Prepare = (sql: string) => SqlStatement;

/** Keeps the statements it prepared: the `most` newest of them. */
export function createStatements(database: SqlDatabase, most = Number.POSITIVE_INFINITY): Prepare {
  return remembered((sql) => database.prepare(sql), most);
}
