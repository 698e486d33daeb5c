import pg from 'pg';
import type { PostgresServer } from '../../../runs/test/support/postgres-server.ts';

/** Runs one statement over a connection of its own. */
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
