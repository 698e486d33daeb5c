import { startServer } from '../harness/child.ts';
import { peer, versionOf } from '../harness/peers.ts';
import { goal, type Settings, type Suite } from '../harness/suite.ts';

interface Ready { url: string; headers: Record<string, string> }
interface Result { requests: { average: number }; non2xx: number; errors: number }
type Autocannon = (options: { url: string; headers: Record<string, string>; connections: number; duration: number }) => Promise<Result>;

const servers = [
  { name: 'node:http, precomputed body', file: 'bare-http' },
  { name: 'sandbox, key and $select', file: 'sandbox' },
  { name: 'json-server', file: 'json-server', version: 'json-server' },
];

/** Requests a second of each server, in turns; the servers are processes of their own. */
async function throughput({ rounds, quick }: Settings): Promise<number[]> {
  const { default: autocannon } = await peer<{ default: Autocannon }>('autocannon');
  const running = await Promise.all(servers.map(({ file }) => startServer<Ready>(new URL(`../servers/${file}.ts`, import.meta.url))));
  const rates = servers.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { url, headers }] of running.entries()) {
      const { requests, non2xx, errors } = await autocannon({ url, headers, connections: 50, duration: quick ? 1 : 3 });
      if (non2xx + errors > 0) throw new Error(`${servers[index]?.name} gave ${non2xx} answers other than 2xx and ${errors} errors`);
      if (round > 0) rates[index]?.push(requests.average);
    }
  }
  await Promise.all(running.map((server) => server.close()));
  return rates.map((list) => list.sort((a, b) => a - b)[list.length >> 1] as number);
}

export default {
  title: 'Sandbox',
  async *run(settings) {
    const rates = await throughput(settings);
    const [bare = 1, sandbox = 0, json = 1] = rates;
    yield {
      title: 'GET of one job, 50 connections',
      columns: [{ key: 'rate', label: 'requests/s' }, { key: 'ratio', label: 'of node:http' }],
      rows: servers.map(({ name, version }, index) => ({ name, version: version && versionOf(version), values: { rate: rates[index], ratio: (rates[index] ?? 0) / bare } })),
      goals: [goal('≥ 0.30 of node:http', sandbox / bare, 0.3), goal('≥ 5 × json-server', sandbox / json, 5)],
    };
  },
} satisfies Suite;
