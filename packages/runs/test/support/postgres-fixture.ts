import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  openPostgresStore,
  type PostgresDatabase,
  type PostgresRow,
  type PostgresStore,
  type PostgresStoreOptions,
} from '../../src/postgres/index.ts';
import { connectPg } from './postgres-drivers.ts';
import { noPostgres, type PostgresServer, postgresServer } from './postgres-server.ts';

/** The parts that the tests of a file share: one server, with a separate schema for each test. */
export interface PostgresFixture {
  readonly server: PostgresServer;
  readonly database: PostgresDatabase;
  readonly schema: string;
  /** Opens the store of this test as another worker would */
  open(options?: PostgresStoreOptions, database?: PostgresDatabase): Promise<PostgresStore>;
  /** Returns the rows of an SQL query on the tables of this test */
  sql(text: string): Promise<readonly PostgresRow[]>;
  /** Makes the leases expire. The database's clock decides when a lease expires, so the rows are changed. */
  expireLeases(): Promise<void>;
}

/** Starts a server before the tests of a file, if PostgreSQL is installed. */
export function usePostgres(): PostgresFixture {
  if (noPostgres) console.log(`skipped: tests of PostgreSQL, since ${noPostgres}`);
  let server: PostgresServer;
  let connected: ReturnType<typeof connectPg>;
  let schema: string;
  let stores: PostgresStore[] = [];
  beforeAll(async () => {
    if (noPostgres) return;
    server = await postgresServer();
    connected = connectPg(server);
  });
  afterAll(async () => {
    await connected?.close();
    await server?.[Symbol.asyncDispose]();
  });
  beforeEach(() => void (schema = `test_${randomUUID().replaceAll('-', '_')}`));
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
  });
  const sql = (text: string) =>
    connected.database.transaction(async (query) => {
      await query(`SET LOCAL search_path TO ${schema}`, []);
      const result = await query(text, []);
      return ('rows' in result ? result.rows : result).map((row) => ({ ...row }));
    });
  return {
    get server() {
      return server;
    },
    get database() {
      return connected.database;
    },
    get schema() {
      return schema;
    },
    async open(options, database = connected.database) {
      const store = await openPostgresStore(database, { schema, ...options });
      stores.push(store);
      return store;
    },
    sql: async (text) => sql(text),
    async expireLeases() {
      await sql("UPDATE environments SET lease_until = clock_timestamp() - interval '1 second'");
    },
  };
}
