import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { peer, peerFile, versionOf } from '../harness/peers.ts';
import type { BenchClient, Target } from './client.ts';

const document = fileURLToPath(new URL('../../../openapi/documents/odata.json', import.meta.url));
const folder = peerFile('node_modules/.generated/');

/** Runs the command line of a peer. */
function run(bin: string, ...args: string[]): void {
  execFileSync(process.execPath, [fileURLToPath(peerFile(`node_modules/${bin}`)), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Generates a client from our own document, bundles it as a consumer would, and imports it. */
async function generate<Module>(name: string, exported: string, make: (output: string) => void): Promise<Module> {
  mkdirSync(folder, { recursive: true });
  const output = fileURLToPath(new URL(name, folder));
  make(output);
  const { buildSync } = await peer<{ buildSync(options: object): unknown }>('esbuild');
  const stdin = { contents: exported, resolveDir: fileURLToPath(folder), loader: 'ts' };
  buildSync({ stdin, outfile: `${output}.mjs`, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  return (await import(`file://${output}.mjs`)) as Module;
}

interface Hey {
  readonly client: { setConfig(config: object): void };
  getJob(options: object): Promise<{ data: object }>;
  listHistory(options: object): Promise<{ data: { value: object[] } }>;
}

interface Redocly {
  readonly OPERATIONS: object;
  createClient(
    operations: object,
    config: object,
  ): { getJob(inputs: object): Promise<object>; listHistory(): Promise<{ value: object[] }> };
}

/** Clients generated from the OData document by other generators, and openapi-fetch. */
export async function generatedClients({ url, jobName, header, key }: Target): Promise<BenchClient[]> {
  const headers = { [header]: key, accept: 'application/json' };
  const hey = await generate<Hey>(
    'hey-api',
    "export * from './hey-api/index'; export { client } from './hey-api/client.gen'",
    (output) =>
      run('@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', output, '-c', '@hey-api/client-fetch', '--silent'),
  );
  // Its handling of security throws for the legal query name `@authtoken`, so it sends the header like all others.
  const security: [] = [];
  hey.client.setConfig({ baseUrl: url, headers });
  const redocly = await generate<Redocly>('redocly', "export * from './redocly'", (output) =>
    run('@redocly/cli/bin/cli.js', 'generate-client', document, '--output', `${output}.ts`),
  );
  const withRedocly = redocly.createClient(redocly.OPERATIONS, { serverUrl: url, headers });
  const { default: createClient } = await peer<{
    default: (options: object) => { GET(path: string, options?: object): Promise<{ data: never }> };
  }>('openapi-fetch');
  const withFetch = createClient({ baseUrl: url, headers });
  return [
    {
      name: 'openapi-fetch',
      version: versionOf('openapi-fetch'),
      job: async () => (await withFetch.GET("/jobs('{JobName}')", { params: { path: { JobName: jobName } } })).data,
      history: async () => (await withFetch.GET('/history')).data['value'],
    },
    {
      name: '@hey-api/openapi-ts',
      version: versionOf('@hey-api/openapi-ts'),
      job: async () => (await hey.getJob({ security, path: { JobName: jobName } })).data,
      history: async () => (await hey.listHistory({ security })).data.value,
    },
    {
      name: 'redocly generate-client',
      version: versionOf('@redocly/cli'),
      job: () => withRedocly.getJob({ path: { JobName: jobName } }),
      history: async () => (await withRedocly.listHistory()).value,
    },
  ];
}
