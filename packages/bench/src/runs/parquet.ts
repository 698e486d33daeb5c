import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { exportParquet } from '@syncline/runs/parquet';
import { openSqliteStore } from '@syncline/runs/sqlite';

export async function exportStore(file: string, folder: string): Promise<void> {
  const store = openSqliteStore(file);
  await exportParquet(store, folder);
  await store.close();
}

/** The same files by hand: the rows of each day, through an appender, sorted and compressed alike. */
export async function exportByHand(file: string, folder: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  const select = database.prepare('SELECT * FROM runs WHERE start >= ? AND start < ?');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const { day } of database.prepare('SELECT DISTINCT start / 86400000 AS day FROM runs ORDER BY 1').all()) {
    await connection.run(`CREATE OR REPLACE TEMP TABLE runs (key VARCHAR, job VARCHAR, outcome VARCHAR, status VARCHAR,
      start BIGINT, "end" BIGINT, rows DOUBLE, version VARCHAR, first_seen BIGINT, raw VARCHAR)`);
    const appender = await connection.createAppender('runs');
    const since = Number(day) * 86_400_000;
    for (const row of select.iterate(since, since + 86_400_000)) {
      appender.appendVarchar(row['key'] as string);
      appender.appendVarchar(row['job'] as string);
      appender.appendVarchar(row['outcome'] as string);
      appender.appendVarchar(row['status'] as string);
      appender.appendBigInt(BigInt(row['start'] as number));
      if (row['end'] === null) appender.appendNull();
      else appender.appendBigInt(BigInt(row['end'] as number));
      if (row['rows'] === null) appender.appendNull();
      else appender.appendDouble(row['rows'] as number);
      appender.appendVarchar(row['version'] as string);
      appender.appendBigInt(BigInt(row['first_seen'] as number));
      appender.appendVarchar(row['raw'] as string);
      appender.endRow();
    }
    appender.closeSync();
    const name = join(folder, `day=${new Date(since).toISOString().slice(0, 10)}`);
    mkdirSync(name, { recursive: true });
    await connection.run(`COPY (SELECT * REPLACE (make_timestamptz(start * 1000) AS start,
      make_timestamptz("end" * 1000) AS "end", make_timestamptz(first_seen * 1000) AS first_seen) FROM runs
      ORDER BY start, key) TO '${name}/runs.parquet' (FORMAT parquet, COMPRESSION zstd)`);
  }
  connection.closeSync();
  instance.closeSync();
  database.close();
}
