import { createSandbox } from '@syncline/sandbox';
import type { CloudPaths, ODataPaths, V2Paths } from '@syncline/openapi';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  clientCredentials,
  personalAccessToken,
  toMiddleware,
  vendorHeaderName,
  type Credential,
} from '../../src/index.ts';

// This file imports nothing from @syncline/client: the middleware, openapi-fetch and the generated types are enough.
const sandbox = createSandbox({
  data: {
    jobs: [{ JobId: '1', JobName: 'Nightly', Source: 'crm' }],
    history: [],
    connectors: [],
    workspaces: [],
    jobStatus: {},
    taskHistory: {},
  },
});
const { apiKey, basic: user, personalAccessToken: person, serviceAccount, userToken } = sandbox.credentials;
let urls: (typeof sandbox)['urls'];
beforeAll(async () => {
  ({ urls } = await sandbox.listen());
});
afterAll(() => sandbox.close());

describe('openapi-fetch with the middleware alone', () => {
  const odata: [string, () => Credential][] = [
    ['basic', () => basic(user)],
    ['API key in a header', () => apiKeyHeader({ name: vendorHeaderName('acme'), value: apiKey.value })],
    ['API key in the query', () => apiKeyQuery({ value: apiKey.value })],
  ];
  it.each(odata)('reads a job: %s', async (_, credential) => {
    const client = createClient<ODataPaths>({ baseUrl: urls.odata });
    client.use(toMiddleware(credential()));
    const { data, response } = await client.GET("/jobs('{JobName}')", { params: { path: { JobName: 'Nightly' } } });
    expect(response.status).toBe(200);
    expect(data?.JobName).toBe('Nightly');
    expect(data?.Source).toBe('crm');
  });

  it('reads workspaces with a user token', async () => {
    const client = createClient<V2Paths>({ baseUrl: urls.v2 });
    client.use(toMiddleware(apiKeyHeader({ name: userToken.headerName, value: userToken.value })));
    expect((await client.GET('/v2/workspaces')).response.status).toBe(200);
  });

  const cloud: [string, () => Credential][] = [
    ['personal access token', () => personalAccessToken(person)],
    ['client credentials', () => clientCredentials({ authUrl: urls.auth, ...serviceAccount })],
  ];
  it.each(cloud)('runs a query: %s', async (_, credential) => {
    const client = createClient<CloudPaths>({ baseUrl: urls.cloud });
    client.use(toMiddleware(credential()));
    expect((await client.POST('/api/query', { body: { query: 'SELECT JobName FROM jobs' } })).response.status).toBe(
      200,
    );
  });

  it('requests a new token after the sandbox has expired the old one', async () => {
    const client = createClient<CloudPaths>({ baseUrl: urls.cloud });
    client.use(toMiddleware(clientCredentials({ authUrl: urls.auth, ...serviceAccount })));
    await client.POST('/api/query', { body: { query: 'SELECT JobName FROM jobs' } });
    sandbox.expireTokens();
    expect((await client.POST('/api/query', { body: { query: 'SELECT JobName FROM jobs' } })).response.status).toBe(
      200,
    );
  });

  it('a wrong password is a 401, returned unchanged', async () => {
    const client = createClient<ODataPaths>({ baseUrl: urls.odata });
    client.use(toMiddleware(basic({ ...user, password: 'wrong' })));
    expect((await client.GET('/history')).response.status).toBe(401);
  });
});
