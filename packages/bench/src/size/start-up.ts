import { execFileSync } from 'node:child_process';
import { jobPath } from '../clients/client.ts';
import { startServer } from '../harness/child.ts';
import { peerFile, versionOf } from '../harness/peers.ts';
import { compareSamples, type Sampler } from '../harness/rounds.ts';
import { goal } from '../harness/suite.ts';
import type { Settings, Table } from '../harness/suite.ts';
import { jobName } from '../servers/records.ts';

/** A built file of one of our packages, as Node imports it. */
const ours = (name: string, path: string): string =>
  new URL(`../../../${name}/dist/bundled/${path}`, import.meta.url).href;
const inPeers = (path: string): string => peerFile(`node_modules/${path}`).href;

/** What a program prints, which runs in a fresh process: numbers, in the process's own milliseconds. */
function measure(program: string): readonly number[] {
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return out.trim().split(' ').map(Number);
}

/** How long a fresh process needs to import each library. */
export function imports(settings: Settings): Promise<Table> {
  const contender = (name: string, specifier: string, version?: string): Sampler => ({
    name,
    version,
    sample() {
      const [ms = Number.NaN] = measure(
        `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start);`,
      );
      return { rate: 1000 / ms, ms };
    },
  });
  return compareSamples(
    {
      title: 'Import in a fresh Node process',
      unit: 'imports/s',
      baseline: 'nothing (node:fs)',
      extras: [{ key: 'ms', label: 'time', unit: 'ms' }],
      contenders: [
        contender('nothing (node:fs)', 'node:fs'),
        contender('@syncline/client', ours('client', 'index.js')),
        contender('@syncline/client/node', ours('client', 'node/index.js')),
        contender('undici', inPeers('undici/index.js'), versionOf('undici')),
        contender('axios', inPeers('axios/index.js'), versionOf('axios')),
        contender('got', inPeers('got/dist/source/index.js'), versionOf('got')),
      ],
      goals: (_, value) => {
        const over = (name: string) => value(name, 'ms') - value('nothing (node:fs)', 'ms');
        const share = (name: string, of: string) => over(name) / over(of);
        return [
          goal('the client ≤ 0.1 × axios, both over an empty process', share('@syncline/client', 'axios'), 0.1, {
            atMost: true,
          }),
          goal(
            'the Node entry ≤ 1.0 × undici, both over an empty process',
            share('@syncline/client/node', 'undici'),
            1,
            { atMost: true },
          ),
        ];
      },
    },
    settings,
  );
}

/** A program whose first call is measured: what it imports, and the call, which returns the parsed job. */
interface FirstCall {
  readonly name: string;
  readonly library?: string;
  readonly setUp: string;
  readonly call: string;
}

function firstCallPrograms(url: string): readonly FirstCall[] {
  const address = JSON.stringify(url + jobPath(jobName));
  const headers = "{ headers: { 'x-acme-authtoken': 'k', accept: 'application/json' } }";
  const credential = "apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' })";
  const client = (fetch: string) => `
    const odata = createODataClient({ baseUrl: ${JSON.stringify(url)}, credential: ${credential}${fetch} });
    return odata.jobs.get(${JSON.stringify(jobName)});`;
  const importOurs = `
    const { apiKeyHeader } = await import(${JSON.stringify(ours('auth', 'index.js'))});
    const { createODataClient } = await import(${JSON.stringify(ours('client', 'index.js'))});`;
  const importPeer = (names: string, path: string) =>
    `const ${names} = await import(${JSON.stringify(inPeers(path))});`;
  return [
    { name: 'fetch + json', setUp: '', call: `return (await fetch(${address}, ${headers})).json();` },
    { name: 'Syncline, global fetch', setUp: importOurs, call: client('') },
    {
      name: 'Syncline, Node transport',
      setUp: `${importOurs} const { createNodeTransport } = await import(${JSON.stringify(ours('client', 'node/index.js'))});`,
      call: client(', fetch: createNodeTransport()'),
    },
    {
      name: 'undici.request',
      library: 'undici',
      setUp: importPeer('{ request }', 'undici/index.js'),
      call: `return (await request(${address}, ${headers})).body.json();`,
    },
    {
      name: 'axios',
      library: 'axios',
      setUp: importPeer('{ default: axios }', 'axios/index.js'),
      call: `return (await axios.get(${address}, ${headers})).data;`,
    },
    {
      name: 'got',
      library: 'got',
      setUp: importPeer('{ default: got }', 'got/dist/source/index.js'),
      call: `return got.get(${address}, ${headers}).json();`,
    },
  ];
}

/** How long a fresh process needs for its first call, whose code nothing has compiled yet. */
export async function firstCalls(settings: Settings): Promise<Table> {
  const server = await startServer<{ url: string }>(new URL('../servers/precomputed.ts', import.meta.url));
  const contender = ({ name, library, setUp, call }: FirstCall): Sampler => ({
    name,
    version: library && versionOf(library),
    sample() {
      const [total = Number.NaN, first = Number.NaN] = measure(`
        const start = performance.now();
        ${setUp}
        const imported = performance.now();
        const job = await (async () => { ${call} })();
        const end = performance.now();
        if (job.JobName !== ${JSON.stringify(jobName)}) throw new Error('The call did not return the job.');
        console.log(end - start, end - imported);
        process.exit();`);
      return { rate: 1000 / first, first, total };
    },
  });
  const table = await compareSamples(
    {
      title: 'The first call of a fresh Node process',
      about:
        'One job, from creating the client to the parsed result. The server responds from memory in a separate process. The last column includes the imports.',
      unit: 'calls/s',
      baseline: 'fetch + json',
      extras: [
        { key: 'first', label: 'first call', unit: 'ms' },
        { key: 'total', label: 'with imports', unit: 'ms' },
      ],
      contenders: firstCallPrograms(server.url).map(contender),
      goals: (_, value) => [
        goal(
          'global fetch: the first call ≤ 1.5 × fetch',
          value('Syncline, global fetch', 'first') / value('fetch + json', 'first'),
          1.5,
          { atMost: true },
        ),
        goal(
          'Node transport: the first call with its imports ≤ 1.5 × undici.request',
          value('Syncline, Node transport', 'total') / value('undici.request', 'total'),
          1.5,
          { atMost: true },
        ),
      ],
    },
    settings,
  );
  await server.close();
  return table;
}
