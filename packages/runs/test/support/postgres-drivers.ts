import { Pool } from 'pg';
import postgres from 'postgres';
import { fromPgPool, type PostgresDatabase } from '../../src/postgres/index.ts';
import type { PostgresServer } from './postgres-server.ts';

/** A database that is reached through one of the drivers, until it is closed. */
export interface Connected {
  readonly database: PostgresDatabase;
  readonly close: () => Promise<void>;
}

/** The functions of a store for `pg`. */
export function connectPg({ connection }: PostgresServer): Connected {
  const pool = new Pool({ ...connection, max: 5 });
  return { database: fromPgPool(pool), close: () => pool.end() };
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
