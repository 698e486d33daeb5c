import { deepStrictEqual, strictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../harness/child.ts';
import { peer, versionOf } from '../harness/peers.ts';
import { compareSamples, type Sampler } from '../harness/rounds.ts';
import { goal, type Settings, type Suite } from '../harness/suite.ts';
import { addressOf, type MockServer, startJsonServer, startPrism, startSandbox } from '../servers/commands.ts';
import { jobNames, onlyJob, selectedJob } from '../servers/records.ts';

interface Result {
  requests: { total: number };
  duration: number;
  non2xx: number;
  errors: number;
}
type Autocannon = (options: {
  url: string;
  headers: object;
  requests: readonly { path: string }[];
  connections: number;
  duration: number;
}) => Promise<Result>;

const bare = 'node:http, prepared response';
const quietSandbox = 'sandbox, without a log';
const sandbox = 'sandbox, its command';
const jsonServer = 'json-server, its command';
const prism = 'Prism, its command';

/** Starts a server script of this package. */
const script =
  (name: string, ...args: string[]) =>
  (): Promise<MockServer> =>
    startServer<MockServer>(new URL(`../servers/${name}.ts`, import.meta.url), args);

const servers: readonly { name: string; start: (folder: string) => Promise<MockServer>; version?: string }[] = [
  { name: bare, start: script('bare-http') },
  { name: quietSandbox, start: script('sandbox') },
  { name: sandbox, start: startSandbox },
  { name: jsonServer, start: startJsonServer(), version: versionOf('json-server') },
  { name: 'json-server, its command, one job', start: startJsonServer(1), version: versionOf('json-server') },
  { name: 'json-server, without a log', start: script('json-server', 'command'), version: versionOf('json-server') },
  { name: 'json-server, only its routes', start: script('json-server', 'router'), version: versionOf('json-server') },
  { name: prism, start: startPrism, version: versionOf('@stoplight/prism-cli') },
  { name: 'Prism, without a log', start: script('prism'), version: versionOf('@stoplight/prism-cli') },
];

/** The names of the requested jobs, in order. */
const askedOf = ({ url }: MockServer): readonly string[] => (addressOf(url, '') === url ? [onlyJob] : jobNames);

/** Checks that every server returns the same jobs. Otherwise the figures mean nothing. */
async function check(name: string, server: MockServer): Promise<void> {
  for (const job of askedOf(server).filter((_, index) => index % 50 === 0)) {
    const response = await fetch(addressOf(server.url, job), { headers: server.headers });
    strictEqual(response.status, 200, `${name} responds with ${response.status}: ${await response.clone().text()}`);
    strictEqual(
      response.headers.get('content-type')?.split(';')[0],
      'application/json',
      `${name} responds with another content type`,
    );
    deepStrictEqual(await response.json(), selectedJob(job), `${name} returns another job`);
  }
}

function sampler(
  name: string,
  version: string | undefined,
  server: MockServer,
  autocannon: Autocannon,
  seconds: number,
): Sampler {
  const requests = askedOf(server).map((job) => ({
    path: addressOf(server.url, job).slice(new URL(server.url).origin.length),
  }));
  return {
    name,
    version,
    async sample() {
      const before = await server.cpu();
      const {
        requests: { total },
        duration,
        non2xx,
        errors,
      } = await autocannon({
        url: new URL(server.url).origin,
        headers: server.headers,
        requests,
        connections: 50,
        duration: seconds,
      });
      if (non2xx + errors > 0) throw new Error(`${name} gave ${non2xx} responses other than 2xx and ${errors} errors.`);
      return { rate: total / duration, cpu: ((await server.cpu()) - before) / total };
    },
  };
}

async function* run(settings: Settings) {
  const { default: autocannon } = await peer<{ default: Autocannon }>('autocannon');
  const folder = mkdtempSync(join(tmpdir(), 'syncline-mock-servers-'));
  const running: MockServer[] = [];
  try {
    const contenders: Sampler[] = [];
    for (const [index, { name, start, version }] of servers.entries()) {
      const server = await start(mkdtempSync(join(folder, String(index))));
      running.push(server);
      await check(name, server);
      contenders.push(sampler(name, version, server, autocannon, settings.quick ? 1 : 2));
    }
    yield await compareSamples(
      {
        title: 'GET of one job of 500, three fields of it, 50 connections',
        about:
          'The sandbox and json-server have the same 500 jobs. The requests ask for all of them in the same order, and the responses are the same JSON. ' +
          'node:http has the response for one job ready as bytes. The jobs of the sandbox have a value in every field; it checks the key, parses the key predicate, cuts the three fields out of the record, and keeps the request for its log. It reads a job from SQLite once. ' +
          'The file of json-server has only these three fields; it searches the records in memory and checks no key. In one row it has a single job, which is its best case. ' +
          'Prism checks that there is a key and returns the one example of its document, which has these fields. It ignores $select. ' +
          '“Its command” is the server as its users start it, with its log, which is discarded here. The other rows are the same servers without a log. ' +
          'CPU is that of the server: for the fastest servers, autocannon itself limits the rate.',
        unit: 'requests/s',
        baseline: bare,
        extras: [{ key: 'cpu', label: 'CPU per request', unit: 'µs' }],
        contenders,
        goals: (ratio) => [
          goal('sandbox ≥ 0.30 of node:http', ratio(quietSandbox), 0.3),
          goal('sandbox ≥ 5 × json-server, 500 jobs in each, each by its command', ratio(sandbox, jsonServer), 5),
          goal('sandbox ≥ 5 × Prism, each by its command', ratio(sandbox, prism), 5),
        ],
      },
      settings,
    );
  } finally {
    await Promise.all(running.map((server) => server.close()));
    rmSync(folder, { recursive: true });
  }
}

export default { title: 'Sandbox', run } satisfies Suite;
