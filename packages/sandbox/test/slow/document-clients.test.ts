import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { operations } from '@syncline/openapi';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, type ListeningSandbox, type Sandbox } from '../../src/index.ts';
import { installPeers, peer, peerProgram, run } from './support/peers.ts';

const absent = installPeers();
if (absent !== undefined) console.log(`skipped: ${absent}`);

const documentPath = (name: string): string =>
  fileURLToPath(new URL(`../../../openapi/documents/${name}.json`, import.meta.url));

async function listen(): Promise<{ sandbox: Sandbox; listening: ListeningSandbox }> {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  return { sandbox, listening: await sandbox.listen() };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'client-'));
  // Otherwise a package.json further up would decide how Node reads what is generated.
  writeFileSync(join(path, 'package.json'), '{ "type": "commonjs" }');
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

interface Item {
  name?: string;
  item?: Item[];
  request?: { url: { variable?: { key: string; value: unknown }[]; query?: { key: string; disabled?: boolean }[] } };
}

/** The requests of a collection, in its folders. */
function requestsOf(items: readonly Item[]): NonNullable<Item['request']>[] {
  return items.flatMap(({ item = [], request }) => [...(request === undefined ? [] : [request]), ...requestsOf(item)]);
}

it.skipIf(absent !== undefined)('newman runs the collections that Postman makes from the documents', async () => {
  const { sandbox, listening } = await listen();
  const path = folder();
  const { convert } = createRequire(join(fileURLToPath(new URL('../../peers/', import.meta.url)), 'load.mjs'))(
    'openapi-to-postmanv2',
  ) as {
    convert(
      input: object,
      options: object,
      done: (error: unknown, result: { output: { data: { item: Item[] } }[] }) => void,
    ): void;
  };
  const { apiKey, userToken, serviceAccount } = listening.credentials;
  const headers: Record<string, [string, string]> = {
    odata: [apiKey.headerName, apiKey.value],
    v2: [userToken.headerName, userToken.value],
    cloud: ['authorization', `Basic ${btoa(Object.values(listening.credentials.personalAccessToken).join(':'))}`],
  };
  for (const name of ['odata', 'v2', 'cloud'] as const) {
    const { output } = await new Promise<{ output: { data: { item: Item[] } }[] }>((resolve, reject) =>
      convert(
        { type: 'file', data: documentPath(name) },
        { requestParametersResolution: 'Example' },
        (error, result) => (error ? reject(error as Error) : resolve(result)),
      ),
    );
    const collection = output[0]!.data as { item: Item[]; auth?: unknown; variable?: { key: string; value: string }[] };
    for (const { url } of requestsOf(collection.item))
      for (const variable of url.variable ?? []) {
        const value = (sandbox.examples as Readonly<Record<string, string>>)[variable.key];
        if (value !== undefined) variable.value = value;
      }
    const text = JSON.stringify({ ...collection, auth: undefined })
      .replaceAll('my-client-id', serviceAccount.clientId)
      .replaceAll('my-client-secret', serviceAccount.clientSecret)
      .replaceAll('SELECT name FROM orders', 'SELECT JobName FROM jobs');
    const file = join(path, `${name}.json`);
    writeFileSync(file, withHeader(text, headers[name]!));
    const urls = { base_url: listening.urls.odata, v2_url: listening.urls.v2, cloud_url: listening.urls.cloud };
    // Postman makes a variable of a path parameter that is only a part of its segment.
    const variables = {
      ...urls,
      JobName: sandbox.examples.JobName,
      auth_url: listening.urls.auth,
      baseUrl: listening.urls[name],
    };
    const { code, output: log } = await run(process.execPath, [
      peerProgram('newman'),
      'run',
      file,
      '--bail',
      ...Object.entries(variables).flatMap(([key, value]) => ['--env-var', `${key}=${value}`]),
    ]);
    expect(code, log).toBe(0);
  }
  expect(sandbox.requests.map(({ operationId, status }) => `${operationId} ${status}`).sort()).toEqual(
    Object.keys(operations)
      .map((id) => `${id} 200`)
      .sort(),
  );
});

/** Postman keeps the kind of authentication but not the placeholder of the header's name; a header does the same. */
function withHeader(collection: string, [key, value]: readonly [string, string]): string {
  return JSON.stringify(
    JSON.parse(collection, function (this: Record<string, unknown>, name, member: unknown) {
      if (name === 'auth') return undefined;
      if (name === 'header' && 'method' in this && !JSON.stringify(this).includes('"oauth"'))
        return [...((member as object[] | undefined) ?? []), { key, value }];
      return member;
    }),
  );
}

it.skipIf(absent !== undefined)('Prism validates every response as a proxy and finds nothing', async () => {
  const { sandbox, listening } = await listen();
  const { apiKey, basic } = listening.credentials;
  const plans = [
    [
      'odata',
      { [apiKey.headerName]: apiKey.value },
      ["/jobs('Nightly')", '/history?$orderby=runstartdate%20desc', "/connectors?$filter=contains(connectorid,'CRM')"],
    ],
    [
      'v2',
      { authorization: `Basic ${btoa(`${basic.username}:${basic.password}`)}` },
      ['/v2/workspaces', `/v2/jobs/${sandbox.examples.job_id}/status`],
    ],
  ] as const;
  for (const [name, headers, paths] of plans) {
    const child = spawn(
      process.execPath,
      [
        peerProgram('prism'),
        'proxy',
        documentPath(name),
        listening.urls[name],
        '--port',
        '0',
        '--errors',
        '--validate-request',
        'false',
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    onTestFinished(() => void child.kill());
    const origin = await started(child);
    for (const path of paths) {
      const response = await fetch(origin + path, { headers });
      const body = await response.text();
      expect([path, response.status, response.headers.get('sl-violations')], body.slice(0, 500)).toEqual([
        path,
        200,
        null,
      ]);
    }
    child.kill();
    await once(child, 'exit');
  }
});

/** The address that Prism prints when it listens. */
function started(child: ReturnType<typeof spawn>): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const origin = /listening on (http:\/\/[\w.:]+)/.exec(output)?.[1];
      if (origin !== undefined) resolve(origin);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(output)));
  });
}

it.skipIf(absent !== undefined)("hey-api's generated client reads jobs and history", async () => {
  const { sandbox, listening } = await listen();
  const path = folder();
  const generated = await run(process.execPath, [
    peerProgram('openapi-ts'),
    '--input',
    documentPath('odata'),
    '--output',
    join(path, 'src'),
    '--client',
    '@hey-api/client-fetch',
  ]);
  expect(generated.code, generated.output).toBe(0);
  const compiled = await run(process.execPath, [
    fileURLToPath(new URL('../../peers/node_modules/typescript/bin/tsc', import.meta.url)),
    '--outDir',
    join(path, 'dist'),
    '--module',
    'commonjs',
    '--target',
    'es2022',
    '--skipLibCheck',
    '--lib',
    'es2023,dom,dom.iterable',
    join(path, 'src/index.ts'),
    join(path, 'src/client.gen.ts'),
  ]);
  const { headerName, value } = listening.credentials.apiKey;
  const api = (await import(pathToFileURL(join(path, 'dist/index.js')).href)) as Readonly<
    Record<'getJob' | 'listHistory', (options: object) => Promise<{ data?: unknown; error?: unknown }>>
  >;
  // It looks the query parameter @authtoken up among the headers, which refuse the name: send no security of its own.
  const common = { baseUrl: listening.urls.odata, headers: { [headerName]: value }, security: [] };
  const job = await api.getJob({
    path: { JobName: 'Nightly orders' },
    query: { $select: 'JobName,Scheduled' },
    ...common,
  });
  expect(job, compiled.output).toMatchObject({ data: { JobName: 'Nightly orders' } });
  const history = await api.listHistory({
    query: { $filter: "contains(details, 'failed')", $orderby: 'runstartdate desc' },
    ...common,
  });
  expect((history.data as { value: object[] }).value.length).toBeGreaterThan(0);
  expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 200]);
});

it.skipIf(absent !== undefined)(
  "kiota's runtime reads history; its generator needs .NET, so the request is written by hand",
  async () => {
    const { sandbox, listening } = await listen();
    const { AnonymousAuthenticationProvider, HttpMethod, ParseNodeFactoryRegistry, RequestInformation } = await peer<{
      AnonymousAuthenticationProvider: new () => object;
      HttpMethod: { GET: string };
      ParseNodeFactoryRegistry: new () => { contentTypeAssociatedFactories: Map<string, object> };
      RequestInformation: new (
        method: string,
        template: string,
        parameters: object,
      ) => { headers: { add(name: string, value: string): void } };
    }>('@microsoft/kiota-abstractions');
    const { FetchRequestAdapter } = await peer<{
      FetchRequestAdapter: new (
        authentication: object,
        parsers: object,
      ) => {
        baseUrl: string;
        send<T>(request: object, create: () => (value: T) => object, errors: undefined): Promise<T>;
      };
    }>('@microsoft/kiota-http-fetchlibrary');
    const { JsonParseNodeFactory } = await peer<{ JsonParseNodeFactory: new () => object }>(
      '@microsoft/kiota-serialization-json',
    );
    const parsers = new ParseNodeFactoryRegistry();
    parsers.contentTypeAssociatedFactories.set('application/json', new JsonParseNodeFactory());
    const adapter = new FetchRequestAdapter(new AnonymousAuthenticationProvider(), parsers);
    adapter.baseUrl = listening.urls.odata;
    const request = new RequestInformation(HttpMethod.GET, '{+baseurl}/history{?%24filter,%24orderby}', {
      baseurl: listening.urls.odata,
      '%24filter': "contains(details, 'failed')",
      '%24orderby': 'runstartdate desc',
    });
    request.headers.add(listening.credentials.apiKey.headerName, listening.credentials.apiKey.value);
    interface Node {
      getStringValue(): string | undefined;
      getCollectionOfObjectValues<T>(create: () => (value: T) => object): T[] | undefined;
    }
    const list = await adapter.send<{ value?: { details?: string | undefined }[] | undefined }>(
      request,
      () => (target) => ({
        value: (node: Node) => {
          target.value = node.getCollectionOfObjectValues<{ details?: string | undefined }>(() => (record) => ({
            details: (member: Node) => void (record.details = member.getStringValue()),
          }));
        },
      }),
      undefined,
    );
    expect(list.value!.length).toBeGreaterThan(0);
    expect(list.value![0]!.details).toContain('failed');
    expect(sandbox.requests[0]).toMatchObject({ status: 200, operationId: 'listHistory' });
  },
);

it('the documents exist where the clients read them', () => {
  for (const name of ['odata', 'v2', 'cloud']) expect(readFileSync(documentPath(name), 'utf8')).toContain('"openapi"');
});
