import { bundleScript } from '../harness/bundle-script.ts';
import { runScript, startServer } from '../harness/child.ts';
import { goal, type Settings, type Suite, type Table } from '../harness/suite.ts';

interface Found {
  readonly cpuPerLook: number;
  readonly msPerLook: number;
  readonly requestsPerLook: number;
}

const interval = 10_000;

async function looks(jobs: number, { quick }: Settings): Promise<Found> {
  const server = await startServer<{ readonly url: string; readonly username: string; readonly password: string }>(
    new URL('../servers/watched-runs.ts', import.meta.url),
    [String(jobs)],
  );
  try {
    const { url, username, password } = server;
    const script = new URL('../runs/watch-many.ts', import.meta.url);
    return await bundleScript(script, (bundled) =>
      runScript<Found>(bundled, [url, username, password, quick ? '50' : '300', String(interval)]),
    );
  } finally {
    await server.close();
  }
}

async function watching(settings: Settings): Promise<Table> {
  const [few, many] = [await looks(100, settings), await looks(1_000, settings)];
  const share = (found: Found): number => (found.cpuPerLook / interval) * 100;
  const row = (name: string, found: Found) => ({
    name,
    values: { requests: found.requestsPerLook, cpu: found.cpuPerLook, ms: found.msPerLook, share: share(found) },
  });
  return {
    title: 'syncline watch',
    about:
      'Each job ran six times in the last 24 hours, and one in a hundred is running. The reads follow each other without the pause of 10 s, ' +
      'against a sandbox in another process, and frames of 160 × 50 are drawn but not shown. The share of a core is the CPU time of a read divided by 10 s.',
    columns: [
      { key: 'requests', label: 'requests per read' },
      { key: 'cpu', label: 'CPU time per read', unit: 'ms' },
      { key: 'ms', label: 'time per read', unit: 'ms' },
      { key: 'share', label: 'share of a core', unit: '%' },
    ],
    rows: [row('100 jobs', few), row('1,000 jobs', many)],
    goals: [
      goal('one request per read with 1,000 jobs', many.requestsPerLook, 1.05, { atMost: true }),
      goal('at most 2 % of a core with 1,000 jobs', share(many), 2, { atMost: true }),
    ],
  };
}

export default {
  title: 'Watch',
  peers: false,
  async *run(settings) {
    yield await watching(settings);
  },
} satisfies Suite;
