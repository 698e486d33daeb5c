import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { openPostgresStore, type PostgresStore } from '../../src/postgres/index.ts';
import { describeAlertStore } from '../support/alert-store-contract.ts';
import { type Connected, connectPg, connectPostgresJs } from '../support/postgres-drivers.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../support/postgres-server.ts';
import { describeStore } from '../support/store-contract.ts';

if (noPostgres) console.log(`skipped: the tests of PostgreSQL, since ${noPostgres}`);

describe.skipIf(noPostgres)('openPostgresStore', () => {
  let server: PostgresServer;
  beforeAll(async () => void (server = await postgresServer()));
  afterAll(() => server[Symbol.asyncDispose]());

  for (const [name, connect] of [
    ['pg', connectPg],
    ['postgres.js', connectPostgresJs],
  ] as const) {
    let connected: Connected;
    let schema: string;
    let stores: PostgresStore[];
    beforeAll(() => void (connected = connect(server)));
    afterAll(() => connected.close());
    beforeEach(() => {
      schema = `test_${randomUUID().replaceAll('-', '_')}`;
      stores = [];
    });
    afterEach(async () => {
      for (const store of stores) await store.close();
    });
    const open = async (environment?: string): Promise<PostgresStore> => {
      const store = await openPostgresStore(connected.database, { environment, schema });
      stores.push(store);
      return store;
    };
    const query = async (sql: string) => {
      const rows = await connected.database.transaction(async (query) => {
        await query(`SET LOCAL search_path TO ${schema}`, []);
        return query(sql, []);
      });
      return ('rows' in rows ? rows.rows : rows).map((row) => ({ ...row }));
    };
    describeStore(`over ${name}`, () => ({
      open,
      query,
      loseState: () => query('UPDATE environments SET state = NULL'),
      histories: { count: 100 },
      milliseconds: (column) => `round(extract(epoch from ${column}) * 1000)::float8`,
    }));
    describeAlertStore(`alerts over ${name}`, () => ({
      open: () => open(),
      expireClaims: async () => void (await query("UPDATE outbox SET claimed_until = '-infinity'")),
    }));
  }
});
