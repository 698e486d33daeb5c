import { DuckDBInstance } from '@duckdb/node-api';

/** What DuckDB reads with a query: a judge of CSV, NDJSON and Parquet that is not ours. */
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
