import pg from 'pg';
import type { PostgresServer } from '../../../runs/test/support/postgres-server.ts';

/** Runs one statement over its own connection. */
export async function queryPostgres(
  server: PostgresServer,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Empties the database for the store of a monitor. @returns the variables for its configuration */
export async function emptyStore(server: PostgresServer): Promise<{ readonly STORE_URL: string }> {
  const { host, user, database } = server.connection;
  await queryPostgres(server, 'DROP SCHEMA IF EXISTS syncline CASCADE');
  return { STORE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}` };
}
