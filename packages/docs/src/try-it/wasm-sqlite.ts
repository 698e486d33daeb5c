import sqlite3InitModule, { type PreparedStatement } from '@sqlite.org/sqlite-wasm';
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from '@syncline/sandbox/portable';

/** SQLite's WebAssembly build, in memory, behind the four methods of the sandbox's `SqlDatabase`. */
export async function openWasmSqlite(): Promise<SqlDatabase> {
  const sqlite3 = await sqlite3InitModule();
  const database = new sqlite3.oo1.DB(':memory:');
  const statements: PreparedStatement[] = [];
  return {
    exec: (sql) => void database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      statements.push(statement);
      return wrap(statement);
    },
    close() {
      for (const statement of statements) statement.finalize();
      database.close();
    },
  };
}

function wrap(statement: PreparedStatement): SqlStatement {
  const begin = (parameters: readonly SqlValue[]) => {
    statement.reset();
    if (parameters.length > 0) statement.bind([...parameters]);
  };
  const row = () => statement.get({}) as SqlRow;
  function* iterate(...parameters: SqlValue[]): IterableIterator<SqlRow> {
    begin(parameters);
    try {
      while (statement.step()) yield row();
    } finally {
      statement.reset();
    }
  }
  return {
    run(...parameters) {
      begin(parameters);
      statement.step();
      statement.reset();
    },
    get(...parameters) {
      begin(parameters);
      const found = statement.step() ? row() : undefined;
      statement.reset();
      return found;
    },
    all: (...parameters) => [...iterate(...parameters)],
    iterate,
  };
}
