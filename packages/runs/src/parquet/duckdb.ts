import type { DuckDBBlobValue, DuckDBConnection } from '@duckdb/node-api';
import { ConfigError, scrubError } from '@syncline/core/internal';

export type { DuckDBBlobValue, DuckDBConnection };

/**
 * Runs work with an in-memory DuckDB. It loads no extensions from the network.
 *
 * @param spill - the folder for data that does not fit into memory
 * @throws {ConfigError} if `@duckdb/node-api` is not installed
 */
export async function withDuckDB<Value>(
  spill: string,
  work: (connection: DuckDBConnection) => Promise<Value>,
): Promise<Value> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((cause: unknown) => {
    const rule = 'must be installed to export Parquet files: npm install @duckdb/node-api@1.5.4-r.1';
    throw new ConfigError('@duckdb/node-api', rule, { cause: scrubError(cause) });
  });
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    temp_directory: spill,
    // A day may have millions of runs. Without limits, it would take most of the memory of the machine.
    memory_limit: '256MB',
    threads: '1',
  });
  try {
    const connection = await instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/** The paths as an SQL list, in which no character of a path is a wildcard. */
export function pathList(paths: readonly string[]): string {
  return `[${paths.map((path) => sqlText(path.replace(/[[*?]/g, '[$&]'))).join(', ')}]`;
}

/** A text as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
