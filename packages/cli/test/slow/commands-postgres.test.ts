import { openPostgresStore } from '@syncline/runs/postgres';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectPg } from '../../../runs/test/support/postgres-drivers.ts';
import { noPostgres, type PostgresServer, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import { now, setUp } from '../../../ops/test/support/command-context.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';
import { diagnose } from '../support/commands.ts';
import { runCommand } from '../support/run-command.ts';

if (noPostgres !== undefined) console.log(`skipped: commands on PostgreSQL, since ${noPostgres}`);

describe.skipIf(noPostgres !== undefined)('on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await postgresServer();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  const addressOf = ({ connection: { host, user, database } }: PostgresServer): string =>
    `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;

  test('alerts are listed and closed while a monitor has the lease', async () => {
    const { database, close } = connectPg(server);
    const store = await openPostgresStore(database, { environment: 'test', worker: 'monitor' });
    const turn = await store.begin();
    const openedAt = Date.parse('2026-03-02T08:00:00Z');
    const facts = { openedAt, closedAt: 0, openings: 1, isNotified: true, receivers: ['ops'], reason: 'failed' };
    const data = JSON.stringify({ ...facts, because: ['Disk full'] });
    const alerts = ['Orders', 'Stock'].map(
      (job) => ({ job, kind: 'run', status: 'open', since: openedAt, data }) as const,
    );
    const { fence } = await store.readAlerts('alerts');
    await store.writeAlerts({ consumer: 'alerts', fence, position: 0, alerts, messages: [] });

    vi.stubEnv('ALERTS_STORE', addressOf(server));
    onTestFinished(() => void vi.unstubAllEnvs());
    const folder = folderWith({
      'syncline.yaml': `environments: { test: { odata: { url: https://sync.example.com, credential: { basic: { username: a, password: { env: NOT_SET } } } } } }
store: { postgres: { env: ALERTS_STORE } }
alerts: { webhooks: { ops: { url: { env: NOT_SET }, secrets: [{ env: NOT_SET }] } }, rules: [{ jobs: '*' }] }
`,
    });
    const run = (...args: readonly string[]) => runCommand(...args, '--config', join(folder, 'syncline.yaml'));
    const listed = async () => JSON.parse((await run('alerts', '--json')).out) as readonly { readonly job: string }[];
    expect((await listed()).map(({ job }) => job)).toEqual(['Orders', 'Stock']);
    const closed = await run('alerts', 'close', 'Orders');
    expect(closed).toMatchObject({ status: 0, err: expect.stringContaining('Closed. The monitor notifies ops.') });
    expect((await run('alerts', 'close', 'Orders')).status).toBe(1);
    expect((await listed()).map(({ job }) => job)).toEqual(['Stock']);
    const [message, ...others] = await store.readMessages({ status: 'waiting', limit: 10 });
    expect([message?.target, others]).toEqual(['ops', []]);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: expect.stringMatching(/closed$/),
      subject: 'Orders',
    });
    // Neither command took the lease or the turn.
    await store.write({ fence: turn?.fence ?? '', state: 's', runs: [], events: [], at: now });
    await store.close();
    await close();
  });

  test('diagnose reads a store that has the run, and not the history of the service', async () => {
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

    const causes = [{ origin: 'network', contains: ['timed out'] }];
    const { context, json, sandbox } = await setUp({
      format: 'json',
      environment: { store: { postgres: () => Promise.resolve(addressOf(server)) }, causes },
    });
    expect(await diagnose({ run: 'r3' }, context)).toBe(0);
    expect(json()).toMatchObject([
      { key: 'r3', origin: 'network', count: 2, details: 'x', last_good: { key: 'r1' }, failures_in_a_row: 2 },
    ]);
    expect(sandbox.requests.filter(({ path }) => path?.includes('/history'))).toEqual([]);
  });
});
