import { DuckDBInstance } from '@duckdb/node-api';

/** Reads CSV, NDJSON or Parquet with a query in DuckDB, which is independent of our code. */
export async function readWithDuckDB(sql: string): Promise<readonly Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson() as Record<string, unknown>[];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
