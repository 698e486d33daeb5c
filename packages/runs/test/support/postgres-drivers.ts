import { Pool } from 'pg';
import postgres from 'postgres';
import type { PostgresDatabase } from '../../src/postgres/index.ts';
import type { PostgresServer } from './postgres-server.ts';

/** A database that is reached through one of the drivers, until it is closed. */
export interface Connected {
  readonly database: PostgresDatabase;
  readonly close: () => Promise<void>;
}

/** The functions of a store for `pg`, as its documentation shows them. */
export function connectPg({ connection }: PostgresServer): Connected {
  const pool = new Pool({ ...connection, max: 5 });
  // A connection that breaks while no statement runs reports the error here. The next statement then fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    database: {
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
          client.release(true);
          throw error;
        }
      },
    },
    close: () => pool.end(),
  };
}

/** The same functions for `postgres`. */
export function connectPostgresJs({ connection }: PostgresServer): Connected {
  const { host, user, database } = connection;
  const sql = postgres({ host, user, database, max: 5, onnotice: () => {} });
  return {
    database: {
      query: (text, parameters) => sql.unsafe(text, parameters),
      transaction: (work) =>
        sql.begin((transaction) => work((text, parameters) => transaction.unsafe(text, parameters))) as never,
    },
    close: () => sql.end({ timeout: 1 }),
  };
}
