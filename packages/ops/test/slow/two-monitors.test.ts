import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { noPostgres, type PostgresServer, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import { monitorConfig } from '../support/monitor-config.ts';
import { leads, startFastMonitor } from '../support/monitor-process.ts';
import { emptyStore, queryPostgres } from '../support/query-postgres.ts';

if (noPostgres !== undefined) console.log(`skipped: two monitors, since ${noPostgres}`);

const waits = 'this one is on standby';

describe.skipIf(noPostgres !== undefined)('two monitors on one PostgreSQL database', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  async function pair(lease: string) {
    const { sandbox, file, variables } = await monitorConfig('{ postgres: { env: STORE_URL } }');
    onTestFinished(() => sandbox.close());
    const all = { ...variables, ...(await emptyStore(server)) };
    const first = await startFastMonitor(file, all, ['--lease', lease]);
    await first.says(leads);
    const second = await startFastMonitor(file, all, ['--lease', lease]);
    await second.says(waits);
    return { first, second };
  }

  test('one reads, both serve the page, and a killed leader is replaced within its lease', async () => {
    const { first, second } = await pair('3s');
    for (const { url } of [first, second]) {
      expect(await (await fetch(url)).text()).toMatch(/<h1 id="answer">[^<]*\d+ jobs/);
      expect((await fetch(`${url}/health`)).status).toBe(200);
    }
    expect(await first.end('SIGKILL')).toBe('SIGKILL');
    await second.says(leads);
    const runs = await queryPostgres(
      server,
      'SELECT count(*)::int AS all, count(DISTINCT key)::int AS keys FROM syncline.runs',
    );
    expect(runs[0]).toEqual({ all: runs[0]?.['keys'], keys: runs[0]?.['keys'] });
    const events = await queryPostgres(
      server,
      'SELECT count(*)::int AS all, count(DISTINCT id)::int AS ids FROM syncline.events',
    );
    expect(events[0]?.['all']).toBe(events[0]?.['ids']);
  });

  test('a leader that is stopped releases its lease, and the other one takes over immediately', async () => {
    // If the lease were not released, the other monitor would wait for an hour.
    const { first, second } = await pair('1h');
    expect(await first.end('SIGTERM')).toBe(0);
    await second.says(leads);
    expect(await second.end('SIGINT')).toBe(130);
    const [after] = await queryPostgres(server, 'SELECT holder FROM syncline.environments');
    expect(after?.['holder']).toBeNull();
  });
});
