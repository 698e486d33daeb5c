import { deepStrictEqual, strictEqual } from 'node:assert';
import { type Running, startServer } from '../harness/child.ts';
import { peer, versionOf } from '../harness/peers.ts';
import { compareSamples, type Sampler } from '../harness/rounds.ts';
import { goal, type Settings, type Suite } from '../harness/suite.ts';
import { selectedJob } from '../servers/records.ts';

type Server = Running & { readonly url: string; readonly headers: Readonly<Record<string, string>> };
interface Result { requests: { total: number }; duration: number; non2xx: number; errors: number }
type Autocannon = (options: { url: string; headers: object; connections: number; duration: number }) => Promise<Result>;

const bare = 'node:http, answer made beforehand';
const sandbox = 'sandbox';
const jsonServer = 'json-server';
const prism = 'Prism';
const servers = [
  { name: bare, script: 'bare-http', args: [] },
  { name: sandbox, script: 'sandbox', args: [] },
  { name: jsonServer, script: 'json-server', args: ['command'], version: versionOf('json-server') },
  { name: 'json-server, its routes alone', script: 'json-server', args: ['router'], version: versionOf('json-server') },
  { name: prism, script: 'prism', args: [], version: versionOf('@stoplight/prism-cli') },
] as const;

/** Every server must give the same answer, or the figures mean nothing. */
async function check(name: string, { url, headers }: Server): Promise<void> {
  const response = await fetch(url, { headers });
  strictEqual(response.status, 200, `${name} answers ${response.status}: ${await response.clone().text()}`);
  strictEqual(response.headers.get('content-type')?.split(';')[0], 'application/json', `${name} answers another content type`);
  deepStrictEqual(await response.json(), selectedJob, `${name} answers another job`);
}

function sampler(name: string, version: string | undefined, server: Server, autocannon: Autocannon, seconds: number): Sampler {
  return {
    name,
    version,
    async sample() {
      const before = await server.cpu();
      const { requests, duration, non2xx, errors } = await autocannon({ url: server.url, headers: server.headers, connections: 50, duration: seconds });
      if (non2xx + errors > 0) throw new Error(`${name} gave ${non2xx} answers other than 2xx and ${errors} errors`);
      return { rate: requests.total / duration, cpu: ((await server.cpu()) - before) / requests.total };
    },
  };
}

async function* run(settings: Settings) {
  const { default: autocannon } = await peer<{ default: Autocannon }>('autocannon');
  const running: Server[] = [];
  try {
    const contenders: Sampler[] = [];
    for (const { name, script, args, ...rest } of servers) {
      const server = await startServer<{ url: string; headers: Record<string, string> }>(new URL(`../servers/${script}.ts`, import.meta.url), args);
      running.push(server);
      await check(name, server);
      contenders.push(sampler(name, 'version' in rest ? rest.version : undefined, server, autocannon, settings.quick ? 1 : 3));
    }
    yield await compareSamples(
      {
        title: 'GET of one job, three fields of it, 50 connections',
        about:
          'Each server answers the same JSON. node:http has it ready, as bytes. The sandbox checks the key, parses the key predicate and $select, and reads SQLite. ' +
          'json-server, whose file holds these three fields and no others, finds the record in memory and checks no key; it is set up as its command does it (compression, CORS, static files), and once more as its routes alone. ' +
          'Prism checks that there is a key and gives the example of its document, in which we put these fields; it ignores $select. CPU is that of the server: beside the fastest, autocannon itself is what limits the rate.',
        unit: 'requests/s',
        baseline: bare,
        extras: [{ key: 'cpu', label: 'CPU a request', unit: 'µs' }],
        contenders,
        goals: (ratio) => [
          goal('sandbox ≥ 0.30 of node:http', ratio(sandbox), 0.3),
          goal('sandbox ≥ 5 × json-server', ratio(sandbox, jsonServer), 5),
          goal('sandbox ≥ 5 × Prism', ratio(sandbox, prism), 5),
        ],
      },
      settings,
    );
  } finally {
    await Promise.all(running.map((server) => server.close()));
  }
}

export default { title: 'Sandbox', run } satisfies Suite;
