import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { operations } from '@syncline/openapi';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, type ListeningSandbox, type Sandbox } from '../../src/index.ts';
import { installPeers, peer, peerProgram, run } from './support/peers.ts';
import { postmanCollection } from './support/postman-collection.ts';
import { startPrism } from './support/start-prism.ts';

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
  // Without this file, a package.json in a parent folder would decide how Node reads the generated code.
  writeFileSync(join(path, 'package.json'), '{ "type": "commonjs" }');
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

it.skipIf(absent !== undefined)('newman runs the collections that Postman makes from the documents', async () => {
  const { sandbox, listening } = await listen();
  const path = folder();
  const { apiKey, userToken, serviceAccount } = listening.credentials;
  const headers = {
    odata: [apiKey.headerName, apiKey.value],
    v2: [userToken.headerName, userToken.value],
    cloud: ['authorization', `Basic ${btoa(Object.values(listening.credentials.personalAccessToken).join(':'))}`],
  } as const;
  for (const name of ['odata', 'v2', 'cloud'] as const) {
    const text = (await postmanCollection(documentPath(name), sandbox.examples, headers[name]))
      .replaceAll('my-client-id', serviceAccount.clientId)
      .replaceAll('my-client-secret', serviceAccount.clientSecret)
      .replaceAll('SELECT name FROM orders', 'SELECT JobName FROM jobs');
    const file = join(path, `${name}.json`);
    writeFileSync(file, text);
    const urls = { base_url: listening.urls.odata, v2_url: listening.urls.v2, cloud_url: listening.urls.cloud };
    // If a path parameter is only part of its segment, Postman turns it into a variable.
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
    const prism = await startPrism(documentPath(name), listening.urls[name]);
    for (const path of paths) {
      const response = await fetch(prism.origin + path, { headers });
      const body = await response.text();
      expect([path, response.status, response.headers.get('sl-violations')], body.slice(0, 500)).toEqual([
        path,
        200,
        null,
      ]);
    }
    await prism.stop();
  }
});

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
  // The generated client looks for the query parameter @authtoken among the headers, which refuse that name. So the
  // client must not send any credentials itself.
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

/** Sends a query with the token. The sandbox accepts no other token. */
async function query({ urls }: ListeningSandbox, token: unknown): Promise<unknown> {
  const response = await fetch(`${urls.cloud}/api/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'SELECT JobName FROM jobs LIMIT 1' }),
  });
  return response.json();
}
const found = [{ JobName: 'CRM to Warehouse' }];

it.skipIf(absent !== undefined)('oauth4webapi gets a token', async () => {
  const oauth = await peer<{
    ClientSecretPost(secret: string): unknown;
    allowInsecureRequests: symbol;
    clientCredentialsGrantRequest(
      server: object,
      client: object,
      authentication: unknown,
      parameters: object,
      options: object,
    ): Promise<Response>;
    processClientCredentialsResponse(
      server: object,
      client: object,
      response: Response,
    ): Promise<{ access_token: string }>;
  }>('oauth4webapi');
  const { listening } = await listen();
  const { clientId, clientSecret } = listening.credentials.serviceAccount;
  const server = { issuer: listening.urls.auth, token_endpoint: `${listening.urls.auth}/oauth/token` };
  const client = { client_id: clientId };
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(clientSecret),
    {},
    { [oauth.allowInsecureRequests]: true },
  );
  const { access_token: token } = await oauth.processClientCredentialsResponse(server, client, response);
  expect(await query(listening, token)).toEqual(found);
});

it.skipIf(absent !== undefined)('openid-client gets a token', async () => {
  const openid = await peer<{
    Configuration: new (server: object, id: string, metadata: undefined, authentication: unknown) => object;
    ClientSecretPost(secret: string): unknown;
    allowInsecureRequests(configuration: object): void;
    clientCredentialsGrant(configuration: object): Promise<{ access_token: string }>;
  }>('openid-client');
  const { listening } = await listen();
  const { clientId, clientSecret } = listening.credentials.serviceAccount;
  const configuration = new openid.Configuration(
    { issuer: listening.urls.auth, token_endpoint: `${listening.urls.auth}/oauth/token` },
    clientId,
    undefined,
    openid.ClientSecretPost(clientSecret),
  );
  openid.allowInsecureRequests(configuration);
  const { access_token: token } = await openid.clientCredentialsGrant(configuration);
  expect(await query(listening, token)).toEqual(found);
});

it.skipIf(absent !== undefined)('simple-oauth2 gets a token', async () => {
  const { ClientCredentials } = await peer<{
    ClientCredentials: new (
      options: object,
    ) => { getToken(parameters: object): Promise<{ token: { access_token: string } }> };
  }>('simple-oauth2');
  const { listening } = await listen();
  const { clientId: id, clientSecret: secret } = listening.credentials.serviceAccount;
  const { origin, pathname } = new URL(`${listening.urls.auth}/oauth/token`);
  const client = new ClientCredentials({
    client: { id, secret },
    auth: { tokenHost: origin, tokenPath: pathname },
    options: { authorizationMethod: 'body' },
  });
  expect(await query(listening, (await client.getToken({})).token.access_token)).toEqual(found);
});
