import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { peer, peerFile, versionOf } from '../harness/peers.ts';
import { type BenchClient, type ClientContender, limitMs, type Target, withinLimit, withLimit } from './client.ts';

const document = fileURLToPath(new URL('../../../openapi/documents/odata.json', import.meta.url));
const folder = fileURLToPath(peerFile('node_modules/.generated/'));

/** Runs the command line of a peer. */
function run(bin: string, ...args: string[]): void {
  execFileSync(process.execPath, [fileURLToPath(peerFile(`node_modules/${bin}`)), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Generates the clients from our own document, and bundles each as a consumer would. */
export async function generateClients(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  run(
    '@hey-api/openapi-ts/bin/run.js',
    '-i',
    document,
    '-o',
    `${folder}hey-api`,
    '-c',
    '@hey-api/client-fetch',
    '--silent',
  );
  run('@redocly/cli/bin/cli.js', 'generate-client', document, '--output', `${folder}redocly.ts`);
  await bundle('hey-api', "export * from './hey-api/index'; export { client } from './hey-api/client.gen'");
  await bundle('redocly', "export * from './redocly'");
}

async function bundle(name: string, contents: string): Promise<void> {
  const { buildSync } = await peer<{ buildSync(options: object): unknown }>('esbuild');
  const stdin = { contents, resolveDir: folder, loader: 'ts' };
  const outfile = `${folder}${name}.mjs`;
  buildSync({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
}

async function importBundle<Module>(name: string): Promise<Module> {
  return (await import(`file://${folder}${name}.mjs`)) as Module;
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

const headersOf = ({ header, key }: Target) => ({ [header]: key, accept: 'application/json' });

/** The same client twice, without and with a time limit. */
const pair = (
  name: string,
  library: string,
  create: (target: Target, limit?: number) => Promise<BenchClient>,
): ClientContender[] => [
  { name, version: versionOf(library), create: (target) => create(target) },
  { name: name + withLimit, version: versionOf(library), create: (target) => create(target, limitMs) },
];

/** Clients generated from the OData document by other generators, and openapi-fetch. */
export const generatedClients: readonly ClientContender[] = [
  ...pair('openapi-fetch', 'openapi-fetch', async (target, limit) => {
    const { default: createClient } = await peer<{
      default: (options: object) => { GET(path: string, options?: object): Promise<{ data: never }> };
    }>('openapi-fetch');
    const client = createClient({ baseUrl: target.url, headers: headersOf(target) });
    const path = { JobName: target.jobName };
    return {
      job: () =>
        withinLimit(
          limit,
          async (signal) => (await client.GET("/jobs('{JobName}')", { params: { path }, signal })).data,
        ),
      history: async () => (await client.GET('/history')).data['value'],
    };
  }),
  ...pair('@hey-api/openapi-ts', '@hey-api/openapi-ts', async (target, limit) => {
    const { client, getJob, listHistory } = await importBundle<Hey>('hey-api');
    // Its handling of security throws for the legal query name `@authtoken`, so it sends the header like all others.
    const security: [] = [];
    client.setConfig({ baseUrl: target.url, headers: headersOf(target) });
    return {
      job: () =>
        withinLimit(
          limit,
          async (signal) => (await getJob({ security, path: { JobName: target.jobName }, signal })).data,
        ),
      history: async () => (await listHistory({ security })).data.value,
    };
  }),
  ...pair('redocly generate-client', '@redocly/cli', async (target, timeout) => {
    const { createClient, OPERATIONS } = await importBundle<Redocly>('redocly');
    const client = createClient(OPERATIONS, { serverUrl: target.url, headers: headersOf(target), timeout });
    return {
      job: () => client.getJob({ path: { JobName: target.jobName } }),
      history: async () => (await client.listHistory()).value,
    };
  }),
];
