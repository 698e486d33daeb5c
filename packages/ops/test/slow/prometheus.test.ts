import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { monitorConfig } from '../support/monitor-config.ts';
import { startMonitorProcess } from '../support/monitor-process.ts';
import { prometheusFolder } from '../support/prometheus.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Queries Prometheus until it has scraped the expected data, because it does not send a notification. */
async function until<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await ask().catch(() => undefined);
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe.skipIf(prometheusFolder === undefined)("Debian's Prometheus", () => {
  test('scrapes the monitor, loads its rules, and answers queries', async () => {
    const { sandbox, folder, file, variables } = await monitorConfig('{ sqlite: ./runs.db }');
    onTestFinished(() => sandbox.close());
    const monitor = await startMonitorProcess(file, variables, ['--interval', '1s']);
    onTestFinished(async () => void (await monitor.end('SIGKILL')));
    const port = await freePort();
    writeFileSync(
      join(folder, 'prometheus.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [join(import.meta.dirname, '../../deploy/alerts.yml')],
        scrape_configs: [{ job_name: 'syncline', static_configs: [{ targets: [new URL(monitor.url).host] }] }],
      }),
    );
    const prometheus = spawn(
      `${prometheusFolder}prometheus`,
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    );
    onTestFinished(async () => {
      prometheus.kill('SIGKILL');
      if (prometheus.exitCode === null && prometheus.signalCode === null) await once(prometheus, 'exit');
    });
    const get = async (path: string) => {
      if (prometheus.exitCode !== null) throw new Error('Prometheus ended');
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return ((await response.json()) as { data: never }).data;
    };
    interface Found {
      readonly metric: Readonly<Record<string, string>>;
      readonly value: readonly [number, string];
    }
    const query = (expression: string): Promise<readonly Found[]> =>
      until(async () => {
        const { result } = (await get(`/api/v1/query?query=${encodeURIComponent(expression)}`)) as { result: Found[] };
        return result.length > 0 ? result : undefined;
      });
    const ended = await query('sum by (outcome) (syncline_runs_total) > 0');
    expect(ended.map(({ metric }) => metric['outcome'])).toEqual(expect.arrayContaining(['succeeded', 'failed']));
    expect((await query('syncline_monitor_leader == 1'))[0]?.metric).toMatchObject({
      environment: 'production',
      job: 'syncline',
    });
    expect((await query('count(syncline_job_freshness)'))[0]?.value[1]).toMatch(/^\d+$/);
    const { groups } = (await get('/api/v1/rules')) as { groups: { rules: { lastError?: string }[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules).toHaveLength(10);
    expect(rules.filter(({ lastError }) => lastError !== undefined)).toEqual([]);
  });
});
