import { ConfigError } from '@syncline/core';
import { openPostgresStore, type PostgresDatabase } from '@syncline/runs/postgres';
import type { OpenedStore } from './export-page.ts';

/**
 * Opens the store of an environment in PostgreSQL with the driver `pg`.
 *
 * @param url - the address of the database. It may hold a password, and no message shows it
 * @throws {ConfigError} when `pg` is not installed, or the address cannot be used
 */
export async function openPostgres(environment: string, url: string): Promise<OpenedStore> {
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    throw new ConfigError('pg', 'must be installed to read a store in PostgreSQL: npm install pg', { cause });
  });
  let pool: InstanceType<typeof pg.Pool>;
  try {
    pool = new pg.Pool({ connectionString: url, max: 2 });
  } catch {
    // The message of the driver shows the address.
    throw new ConfigError('store.postgres', 'must refer to an address such as postgres://user:password@host/database');
  }
  // Without listeners, a connection that breaks ends the process. The next statement reports it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const database: PostgresDatabase = {
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
  try {
    const store = await openPostgresStore(database, { environment });
    return {
      store,
      close: async () => {
        await store.close();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
