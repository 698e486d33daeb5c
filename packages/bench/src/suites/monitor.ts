import { get, type IncomingHttpHeaders } from 'node:http';
import { startServer } from '../harness/child.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';

interface Scrape {
  readonly ms: number;
  readonly bytes: number;
}

/** Requests a page and reads all of it. */
function ask(url: string, headers: IncomingHttpHeaders): Promise<Scrape> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = get(url, { headers, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('error', reject);
      response.once('end', () => resolve({ ms: performance.now() - began, bytes }));
    });
    request.once('error', reject);
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function scrapes({ quick }: Settings): Promise<Table> {
  const jobs = 10_000;
  const service = await startServer<{ readonly url: string; readonly username: string; readonly password: string }>(
    new URL('../servers/watched-runs.ts', import.meta.url),
    [String(jobs)],
  );
  try {
    const { url, username, password } = service;
    const monitor = await startServer<{ readonly url: string }>(
      new URL('../servers/monitored-jobs.ts', import.meta.url),
      [url, username, password],
    );
    try {
      const count = quick ? 10 : 50;
      const measure = async (path: string, headers: IncomingHttpHeaders) => {
        const first = await ask(monitor.url + path, headers);
        const later: Scrape[] = [];
        const began = await monitor.cpu();
        for (let each = 0; each < count; each += 1) later.push(await ask(monitor.url + path, headers));
        const cpu = ((await monitor.cpu()) - began) / 1_000 / count;
        const times = later.map(({ ms }) => ms);
        return {
          cpu,
          first: first.ms,
          median: median(times),
          slowest: Math.max(...times),
          mb: first.bytes / 1e6,
        };
      };
      const gzip = { 'accept-encoding': 'gzip' };
      const accept =
        'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1';
      const rows = [
        { name: '/metrics, gzip, as Prometheus requests it', values: await measure('/metrics', { ...gzip, accept }) },
        { name: '/metrics as text, gzip', values: await measure('/metrics', gzip) },
        { name: '/metrics, not compressed', values: await measure('/metrics', {}) },
        { name: 'the page, gzip', values: await measure('/', gzip) },
      ];
      return {
        title: 'syncline monitor',
        about:
          `${jobs.toLocaleString('en-US')} jobs that ran six times in the last 24 hours, read by the monitor of this checkout from a sandbox in another ` +
          `process; one request after the other, over separate connections. Only the format that Prometheus requests is rendered before the first request. CPU time is that of the monitor.`,
        columns: [
          { key: 'first', label: 'first request', unit: 'ms' },
          { key: 'median', label: `median of ${count}`, unit: 'ms' },
          { key: 'cpu', label: 'CPU time', unit: 'ms' },
          { key: 'slowest', label: 'slowest', unit: 'ms' },
          { key: 'mb', label: 'body', unit: 'MB' },
        ],
        rows,
        goals: [
          goal('/metrics of 10,000 jobs in at most 100 ms', rows[0]?.values.median ?? Number.NaN, 100, {
            atMost: true,
          }),
        ],
      };
    } finally {
      await monitor.close();
    }
  } finally {
    await service.close();
  }
}

export default {
  title: 'Monitor',
  peers: false,
  async *run(settings) {
    yield await scrapes(settings);
  },
} satisfies Suite;
