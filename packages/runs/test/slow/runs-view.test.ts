import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { sqliteFolder } from '../support/sqlite-folder.ts';
import { runOf, write } from '../support/stored.ts';

const { open, query } = sqliteFolder();

test('DuckDB, which runs the text of a view itself when it attaches a file, reads the rows that SQLite reads', async () => {
  const store = open();
  const hash = '0123456789abcdef0123456789abcdef';
  await write(store, {
    runs: [
      runOf('a', { version: hash, end: 2_000, rows: 3, outcome: 'succeeded' }),
      runOf('b', { version: 'text', job: 'Stock' }),
    ],
  });
  await write(store, { runs: [runOf('b', { version: hash, job: 'Stock' })], at: 3_000 });
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const schema = query(
    `SELECT type, name, sql FROM sqlite_schema WHERE name IN ('stored_runs', 'job_names', 'past_versions', 'runs', 'run_versions')
     ORDER BY type, name = 'run_versions'`,
  ) as { type: string; name: string; sql: string }[];
  const valueOf = (value: unknown): string =>
    value === null
      ? 'NULL'
      : value instanceof Uint8Array
        ? `unhex('${Buffer.from(value).toString('hex')}')`
        : `'${String(value)}'`;
  for (const { type, name, sql } of schema) {
    await connection.run(sql.replace(/ STRICT$/, ''));
    if (type === 'view') continue;
    for (const row of query(`SELECT * FROM ${name}`))
      await connection.run(
        `INSERT INTO ${name} VALUES (${Object.values(row as object)
          .map(valueOf)
          .join()})`,
      );
  }
  for (const sql of ['SELECT * FROM runs ORDER BY key', 'SELECT * FROM run_versions ORDER BY key, number']) {
    const rows = (await connection.runAndReadAll(sql)).getRowObjects();
    const found = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
      ),
    );
    expect(found).toEqual(query(sql));
  }
  connection.closeSync();
});
