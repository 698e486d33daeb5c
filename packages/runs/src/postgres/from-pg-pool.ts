import { ConfigError } from '@syncline/core/internal';
import type { PostgresDatabase, PostgresResult } from './postgres-database.ts';

/** The part of a client of `pg` that the store needs. */
export interface PgClient {
  query(text: string, parameters?: (string | number | null)[]): PromiseLike<PostgresResult>;
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a `Pool` of `pg` that the store needs. */
export interface PgPool {
  query(text: string, parameters?: (string | number | null)[]): PromiseLike<PostgresResult>;
  connect(): Promise<PgClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect', listener: (client: PgClient) => void): unknown;
}

/**
 * Returns the functions of a store for a `Pool` of `pg`. You own the pool: end it after you have closed the store.
 *
 * It also listens for errors of idle connections, which would otherwise end the process. The next statement reports the
 * failure.
 *
 * @throws {ConfigError} if it is not a pool
 *
 * @example
 * ```ts
 * import { fromPgPool, openPostgresStore } from '@syncline/runs/postgres';
 * import { Pool } from 'pg';
 *
 * const pool = new Pool({ connectionString: process.env.DATABASE_URL });
 * export const open = () => openPostgresStore(fromPgPool(pool), { environment: 'production' });
 * ```
 */
export function fromPgPool(pool: PgPool): PostgresDatabase {
  if (typeof pool?.connect !== 'function' || typeof pool.query !== 'function')
    throw new ConfigError('pool', 'must be a Pool of pg');
  const ignore = (): void => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return {
    query: (text, parameters) => pool.query(text, parameters),
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const value = await work((text, parameters) => client.query(text, parameters));
        await client.query('COMMIT');
        client.release();
        return value;
      } catch (error) {
        // Closing the connection ends its transaction, even if the server no longer responds.
        client.release(true);
        throw error;
      }
    },
  };
}
