import { openPostgresStore } from '@syncline/runs/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPg } from '../../../runs/test/support/postgres-drivers.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { diagnose } from '../support/commands.ts';

if (noPostgres !== undefined) console.log(`skipped: diagnose on PostgreSQL, since ${noPostgres}`);

describe.skipIf(noPostgres !== undefined)('diagnose', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test('reads a PostgreSQL store that has the run, and not the history of the service', async () => {
    const { database, close } = connectPg(server);
    const store = await openPostgresStore(database, { environment: 'production' });
    const minute = 60_000;
    const run = (key: string, minutes: number, error: string) => ({
      key,
      job: 'Orders',
      outcome: error === '' ? ('succeeded' as const) : ('failed' as const),
      status: error === '' ? 'SUCCESS' : 'FAILED',
      start: now - minutes * minute,
      end: now - (minutes - 2) * minute,
      rows: undefined,
      version: key,
      firstSeen: now,
      raw: JSON.stringify({ error, details: 'x' }),
    });
    const runs = [run('r1', 300, ''), run('r2', 200, 'Timed out after 12 s'), run('r3', 100, 'Timed out after 9 s')];
    const { fence = '' } = (await store.begin()) ?? {};
    await store.write({ fence, state: 's', runs, events: [], at: now });
    await store.close();
    await close();

    const { host, user, database: name } = server.connection;
    const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`;
    const causes = [{ origin: 'network', contains: ['timed out'] }];
    const { context, json, sandbox } = await setUp({
      format: 'json',
      environment: { store: { postgres: () => Promise.resolve(url) }, causes },
    });
    expect(await diagnose({ run: 'r3' }, context)).toBe(0);
    expect(json()).toMatchObject([
      { key: 'r3', origin: 'network', count: 2, details: 'x', last_good: { key: 'r1' }, failures_in_a_row: 2 },
    ]);
    expect(sandbox.requests.filter(({ path }) => path?.includes('/history'))).toEqual([]);
  });
});
