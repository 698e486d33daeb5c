import type { SqlDatabase, SqlStatement } from './database.ts';

/** A statement by its text, prepared when it is first asked for. */
export type Prepare = (sql: string) => SqlStatement;

/** Keeps the statements it prepared: the `most` newest of them. */
export function createStatements(database: SqlDatabase, most = Number.POSITIVE_INFINITY): Prepare {
  const kept = new Map<string, SqlStatement>();
  return (sql) => {
    let statement = kept.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      if (kept.size >= most) kept.delete(kept.keys().next().value as string);
      kept.set(sql, statement);
    }
    return statement;
  };
}
