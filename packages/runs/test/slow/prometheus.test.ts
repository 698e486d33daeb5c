import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRunMetrics, prometheusText } from '../../src/metrics/index.ts';

/**
 * The folder of the Prometheus programs, with a slash at the end. Empty if they are on the PATH, and undefined if they
 * are not installed.
 */
const programs = [process.env['PROMETHEUS_BIN'], ''].find((folder) => {
  try {
    return folder !== undefined && execFileSync(`${folder}promtool`, ['--version'], { stdio: 'pipe' });
  } catch {
    return false;
  }
});
if (programs === undefined)
  console.log('skipped: Prometheus, since promtool is not on the PATH (Debian: apt-get install prometheus)');

const name = 'Orders "EU" \\ 日本';
const metrics = createRunMetrics({ jobs: [name, 'Customers'], labels: { environment: 'test' } });
const start = Date.now() - 600_000;
metrics.observeRuns([
  { key: '1', job: name, outcome: 'succeeded', start, end: start + 42_000, rows: 1_234 },
  { key: '2', job: name, outcome: 'failed', start: start + 60_000, end: start + 61_000 },
]);

describe.skipIf(programs === undefined)("Debian's Prometheus", () => {
  let server: Server;
  let prometheus: ChildProcess;
  let folder: string;
  let url: string;
  const formats: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { contentType, body } = prometheusText(metrics, request.headers.accept);
      formats.push(contentType);
      response.writeHead(200, { 'content-type': contentType }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    folder = mkdtempSync(join(tmpdir(), 'syncline-prometheus-'));
    const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(
      join(folder, 'prometheus.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s' },
        scrape_configs: [{ job_name: 'syncline', static_configs: [{ targets: [target] }] }],
      }),
    );
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    url = `http://127.0.0.1:${port}`;
    prometheus = spawn(
      `${programs}prometheus`,
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    );
  });

  afterAll(async () => {
    prometheus?.kill('SIGKILL');
    if (prometheus !== undefined && prometheus.exitCode === null && prometheus.signalCode === null)
      await once(prometheus, 'exit');
    server?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  /** The results of a query, with their labels. Repeats the query until a scrape has delivered results. */
  const query = async (expression: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> => {
    for (;;) {
      expect(prometheus.exitCode, 'Prometheus ended').toBeNull();
      try {
        const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
        const { data } = (await response.json()) as { data: { result: Awaited<ReturnType<typeof query>> } };
        if (response.ok && data.result.length > 0) return data.result;
      } catch {
        // Prometheus is still starting.
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  test('scrapes the metrics over HTTP, and answers queries with the right values', async () => {
    const runs = await query('syncline_runs_total > 0');
    expect(runs.map(({ metric, value }) => [metric['job_name'], metric['outcome'], value[1]])).toEqual(
      expect.arrayContaining([
        [name, 'succeeded', '1'],
        [name, 'failed', '1'],
      ]),
    );
    expect(runs[0]?.metric).toMatchObject({ environment: 'test', job: 'syncline' });
    expect(runs[0]?.metric).not.toHaveProperty('exported_job');
    expect((await query('sum(syncline_runs_total)'))[0]?.value[1]).toBe('2');
    expect((await query('count(syncline_runs_total == 0)'))[0]?.value[1]).toBe('10');
    expect((await query('syncline_run_rows_total > 0'))[0]?.value[1]).toBe('1234');
    const stale = await query('time() - syncline_job_last_success_timestamp_seconds > 3600');
    expect(stale.map(({ metric }) => metric['job_name'])).toEqual(['Customers']);
    const old = await query('syncline_job_last_success_age_seconds > 3600');
    expect(old.map(({ metric }) => metric['job_name'])).toEqual(['Customers']);
    const median = await query('histogram_quantile(0.9, syncline_run_duration_seconds_bucket) > 0');
    expect(Number(median[0]?.value[1])).toBeGreaterThan(10);
    expect(new Set(formats)).toEqual(new Set(['application/openmetrics-text; version=1.0.0; charset=utf-8']));
  });

  test('promtool reports no problem', () => {
    const { body } = prometheusText(metrics);
    expect(execFileSync(`${programs}promtool`, ['check', 'metrics'], { input: body, encoding: 'utf8' })).toBe('');
    // Shows that the check can fail.
    const bad = body.replaceAll('syncline_runs_total', 'syncline_runs');
    expect(() => execFileSync(`${programs}promtool`, ['check', 'metrics'], { input: bad, stdio: 'pipe' })).toThrow();
  });
});
