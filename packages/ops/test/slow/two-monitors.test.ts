import { setTimeout } from 'node:timers/promises';
import type { SandboxOptions } from '@syncline/sandbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { noPostgres, type PostgresServer, postgresServer } from '../../../runs/test/support/postgres-server.ts';
import type { Health } from '../../src/monitor/pages.ts';
import { monitorConfig } from '../support/monitor-config.ts';
import { leads, type MonitorProcess, startFastMonitor } from '../support/monitor-process.ts';
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

  async function pair(lease: string, options: SandboxOptions = {}) {
    const { sandbox, file, variables } = await monitorConfig('{ postgres: { env: STORE_URL } }', options);
    onTestFinished(() => sandbox.close());
    const all = { ...variables, ...(await emptyStore(server)) };
    const first = await startFastMonitor(file, all, ['--lease', lease]);
    await first.says(leads);
    const second = await startFastMonitor(file, all, ['--lease', lease]);
    await second.says(waits);
    return { first, second, sandbox };
  }
  /** Lets two minutes pass since the last read, and returns what the monitor then says of it. */
  async function saysLater({ url }: MonitorProcess) {
    const age = (): Promise<number> =>
      fetch(`${url}/health`).then(async (response) => ((await response.json()) as Health).lastGoodTickAgeSeconds ?? 0);
    await queryPostgres(server, "UPDATE syncline.environments SET read_at = read_at - interval '2 minutes'");
    while ((await age()) < 120) await setTimeout(50);
    const health = await fetch(`${url}/health`);
    const page = await (await fetch(url)).text();
    const [, read] =
      /^syncline_monitor_last_tick_timestamp_seconds\S* (\S+)$/m.exec(await (await fetch(`${url}/metrics`)).text()) ??
      [];
    return {
      status: health.status,
      health: (await health.json()) as Health,
      page,
      readAgo: Date.now() / 1_000 - Number(read),
    };
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

  test.each([
    ['that fails', 'service'],
    ['that is gone', 'process'],
  ] as const)('a standby is not green for what a leader %s has not read', async (_name, what) => {
    const { first, second, sandbox } = await pair('1h');
    expect((await fetch(`${second.url}/health`)).status).toBe(200);
    if (what === 'service') {
      await sandbox.close();
      await first.says('failed: ');
    } else await first.end('SIGKILL');
    const { status, health, page, readAgo } = await saysLater(second);
    expect({ status, ...health }).toMatchObject({ status: 503, ready: false, role: 'standby', problem: null });
    expect(page).toContain('<h1 id="answer">Not checked');
    expect(page).not.toMatch(/class="good"/);
    expect(readAgo).toBeGreaterThan(120);
  });

  test('a standby knows of the records that the leader could not read', async () => {
    const history = [
      {
        historyid: 'good',
        jobname: 'Orders',
        status: 'SUCCESS',
        runstartdate: new Date(Date.now() - 600_000).toISOString(),
      },
      { historyid: 'bad', jobname: null, status: 'FAILED', runstartdate: new Date(Date.now() - 300_000).toISOString() },
    ];
    const { first, second } = await pair('1h', {
      data: { history: history as never },
      scale: undefined,
      seed: undefined,
    });
    for (const { url } of [first, second]) {
      const page = await (await fetch(url)).text();
      expect(page).toContain('1 history record could not be read as runs');
      expect(page).not.toMatch(/class="good"/);
    }
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

test('a second monitor on one SQLite file is refused in words, until the first has ended', async () => {
  const { sandbox, file, variables } = await monitorConfig('{ sqlite: ./runs.db }');
  onTestFinished(() => sandbox.close());
  const first = await startFastMonitor(file, variables);
  await first.says(leads);
  await expect(startFastMonitor(file, variables)).rejects.toThrow(
    /Another process, such as a monitor, already fills the store .*runs\.db\. Stop that one first\./,
  );
  expect((await fetch(`${first.url}/health`)).status).toBe(200);
  expect(await first.end('SIGKILL')).toBe('SIGKILL');
  const next = await startFastMonitor(file, variables);
  await next.says(leads);
});
