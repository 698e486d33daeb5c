import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { peer, peerFile, versionOf } from '../harness/peers.ts';
import { type BenchClient, limitMs, type Target, withinLimit, withLimit } from './client.ts';

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
  const redoclyClient = (limit?: number) =>
    redocly.createClient(redocly.OPERATIONS, { serverUrl: url, headers, timeout: limit });
  const { default: createClient } = await peer<{
    default: (options: object) => { GET(path: string, options?: object): Promise<{ data: never }> };
  }>('openapi-fetch');
  const openapiFetch = createClient({ baseUrl: url, headers });
  const make = (
    name: string,
    job: (signal?: AbortSignal) => Promise<object>,
    history: BenchClient['history'],
  ): BenchClient[] => [
    { name, version: versionOf(name), job: () => job(), history },
    { name: name + withLimit, version: versionOf(name), job: () => withinLimit(job), history },
  ];
  const byRedocly = (name: string, client: ReturnType<typeof redoclyClient>): BenchClient => ({
    name,
    version: versionOf('@redocly/cli'),
    job: () => client.getJob({ path: { JobName: jobName } }),
    history: async () => (await client.listHistory()).value,
  });
  return [
    ...make(
      'openapi-fetch',
      async (signal) =>
        (await openapiFetch.GET("/jobs('{JobName}')", { params: { path: { JobName: jobName } }, signal })).data,
      async () => (await openapiFetch.GET('/history')).data['value'],
    ),
    ...make(
      '@hey-api/openapi-ts',
      async (signal) => (await hey.getJob({ security, path: { JobName: jobName }, signal })).data,
      async () => (await hey.listHistory({ security })).data.value,
    ),
    byRedocly('redocly generate-client', redoclyClient()),
    byRedocly(`redocly generate-client${withLimit}`, redoclyClient(limitMs)),
  ];
}
