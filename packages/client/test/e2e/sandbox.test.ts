import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  bearer,
  clientCredentials,
  type Credential,
  personalAccessToken,
} from '@syncline/auth';
import { createSandbox, type ListeningSandbox } from '@syncline/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, createV2Client, settle } from '../../src/index.ts';

const sandbox = createSandbox({
  v2: { filterParameter: 'filter', sortParameter: 'sort' },
  data: {
    jobs: [
      {
        JobName: "O'Brien/Übung (1)",
        Source: 'CRM',
        Scheduled: 'true',
        Verbosity: '5',
        RowVersion: 9007199254740993n,
        SkipSnapshot: false,
      },
      { JobName: 'plain', JobId: 'j1' },
    ],
    history: [
      { runstartdate: '2026-01-01T00:00:00Z', connectorid: 'a', details: "it's 100% done", instanceid: '1', rows: 5 },
      { runstartdate: '2026-01-02T00:00:00Z', connectorid: 'b', details: 'failed', instanceid: '2', rows: 0 },
      { runstartdate: '2026-01-03T00:00:00Z', connectorid: 'a', details: 'done', instanceid: '3', rows: 7 },
    ],
    connectors: [
      { connectorid: 'a', workspace: 'w1' },
      { connectorid: 'b', workspace: 'w2' },
    ],
    workspaces: [
      { id: 'w1', name: 'One', is_default: true, permissions: { can_update: true } },
      { id: 'w2', name: 'Two' },
    ],
    jobStatus: { j1: [{ history_id: 'h1', status: 'SUCCESS', records_affected: 12 }] },
    taskHistory: { 't1/k1': [{ task_id: 'k1', status: '7 of 13 Tasks Failed', affected_rows: 3 }] },
  },
});
let listening: ListeningSandbox;
beforeAll(async () => {
  listening = await sandbox.listen();
});
afterAll(() => sandbox.close());

const { credentials } = sandbox;
const odataCredentials: Record<string, () => Credential> = {
  'HTTP Basic': () => basic(credentials.basic),
  'API key in header': () => apiKeyHeader({ name: credentials.apiKey.headerName, value: credentials.apiKey.value }),
  'API key in query': () => apiKeyQuery({ value: credentials.apiKey.value }),
};
const v2Credentials: Record<string, () => Credential> = {
  'HTTP Basic': () => basic(credentials.basic),
  'user token': () => apiKeyHeader({ name: credentials.userToken.headerName, value: credentials.userToken.value }),
};
/** Through a port, and through the sandbox's own fetch without a port. */
const ways = ['port', 'fetch'] as const;
const connect = (way: (typeof ways)[number], name: 'odata' | 'v2' | 'cloud') =>
  way === 'port' ? { baseUrl: listening.urls[name] } : { baseUrl: sandbox.urls[name], fetch: sandbox.fetch };

describe.each(ways)('over the sandbox’s %s', (way) => {
  describe.each(Object.keys(odataCredentials))('the OData interface with %s', (kind) => {
    const odata = () =>
      createODataClient({ ...connect(way, 'odata'), credential: odataCredentials[kind]?.() as Credential });
    it('getJob', async () => {
      const job = await odata().jobs.get("O'Brien/Übung (1)");
      expect(job).toMatchObject({
        Source: 'CRM',
        Scheduled: true,
        Verbosity: 5,
        RowVersion: 9007199254740993n,
        SkipSnapshot: false,
      });
      expect(await odata().jobs.get("O'Brien/Übung (1)", { select: ['Source'] })).toEqual({ Source: 'CRM' });
    });
    it('listHistory', async () => {
      const list = await odata().history.list({
        filter: (h) => h.connectorid.eq('a').and(h.details.contains("'s 100%")),
        select: ['instanceid', 'rows'],
      });
      expect(list).toEqual([{ instanceid: '1', rows: 5 }]);
      const dates = (await odata().history.list({ orderBy: 'runstartdate desc' })).map(({ instanceid }) => instanceid);
      expect(dates).toEqual(['3', '2', '1']);
    });
    it('listHistory as a stream', async () => {
      const ids: unknown[] = [];
      for await (const { instanceid } of odata().history.stream({ orderBy: 'instanceid' })) ids.push(instanceid);
      expect(ids).toEqual(['1', '2', '3']);
    });
    it('listConnectors', async () => {
      expect(await odata().connectors.list({ filter: (c) => c.workspace.eq('w2') })).toEqual([
        { connectorid: 'b', workspace: 'w2' },
      ]);
    });
    it('reports what the service says about an unknown job', async () => {
      const { error } = await settle(odata().jobs.get('nobody'));
      expect(error).toMatchObject({
        code: 'HTTP_ERROR',
        status: 404,
        interface: 'odata',
        serviceCode: expect.any(String),
        serviceMessage: expect.any(String),
      });
    });
  });

  describe.each(Object.keys(v2Credentials))('the v2 interface with %s', (kind) => {
    const v2 = () =>
      createV2Client({
        ...connect(way, 'v2'),
        credential: v2Credentials[kind]?.() as Credential,
        workspacesFilterParameter: 'filter',
        workspacesSortParameter: 'sort',
      });
    it('listWorkspaces', async () => {
      const list = await v2().workspaces.list({ filter: "name eq 'One'" });
      expect(list).toMatchObject([{ id: 'w1', is_default: true, permissions: { can_update: true } }]);
      expect((await v2().workspaces.list({ sort: 'name desc' })).map(({ id }) => id)).toEqual(['w2', 'w1']);
    });
    it('listJobStatus', async () => {
      expect(await v2().jobs.status('j1')).toMatchObject([
        { history_id: 'h1', status: 'SUCCESS', records_affected: 12 },
      ]);
    });
    it('listTaskHistory', async () => {
      expect(await v2().transformations.taskHistory('t1', 'k1')).toMatchObject([
        { task_id: 'k1', status: '7 of 13 Tasks Failed', affected_rows: 3 },
      ]);
    });
  });

  it('runQuery with a personal access token', async () => {
    const { email, token } = credentials.personalAccessToken;
    const cloud = createCloudClient({ ...connect(way, 'cloud'), credential: personalAccessToken({ email, token }) });
    expect(await cloud.query('SELECT JobName FROM jobs')).toBeTypeOf('object');
    const schema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value: unknown) => ({ value: { got: value !== undefined } }),
      },
    } as const;
    expect(await cloud.query('SELECT JobName FROM jobs', { schema })).toEqual({ got: true });
    const refusing = {
      '~standard': { version: 1, vendor: 'test', validate: async () => ({ issues: [{ message: 'no rows' }] }) },
    } as const;
    expect((await settle(cloud.query('SELECT JobName FROM jobs', { schema: refusing }))).error).toMatchObject({
      code: 'RESPONSE_FORMAT',
      reason: 'schema',
    });
  });

  it('runQuery with client credentials, renewed when the service forgets the token', async () => {
    const urls = way === 'port' ? listening.urls : sandbox.urls;
    const { clientId, clientSecret } = credentials.serviceAccount;
    const fetchOption = way === 'port' ? {} : { fetch: sandbox.fetch as typeof fetch };
    const credential = clientCredentials({ authUrl: urls.auth, clientId, clientSecret, ...fetchOption });
    const events: string[] = [];
    const cloud = createCloudClient({
      ...connect(way, 'cloud'),
      credential,
      onEvent: (event) => void (event.type === 'refusal' && events.push(event.reason)),
    });
    const answer = await cloud.query('SELECT JobName FROM jobs');
    expect(events).toEqual([]);
    sandbox.expireTokens();
    expect(await cloud.query('SELECT JobName FROM jobs')).toEqual(answer);
    expect(events).toEqual(['credential']);
  });
  it('a wrong client secret is an AuthError and is not retried', async () => {
    const urls = way === 'port' ? listening.urls : sandbox.urls;
    const fetchOption = way === 'port' ? {} : { fetch: sandbox.fetch as typeof fetch };
    const credential = clientCredentials({
      authUrl: urls.auth,
      clientId: credentials.serviceAccount.clientId,
      clientSecret: 'guess',
      ...fetchOption,
    });
    const { error } = await settle(createCloudClient({ ...connect(way, 'cloud'), credential }).query('SELECT 1'));
    expect(error).toMatchObject({ code: 'AUTH_FAILED' });
  });

  it('a wrong credential is a 401 with the service’s words', async () => {
    for (const credential of [
      basic({ username: 'eve', password: 'guess' }),
      apiKeyHeader({ name: credentials.apiKey.headerName, value: 'guess' }),
      bearer('guess'),
    ]) {
      const { error } = await settle(createODataClient({ ...connect(way, 'odata'), credential }).history.list());
      expect(error).toMatchObject({
        code: 'HTTP_ERROR',
        status: 401,
        serviceCode: expect.any(String),
        serviceMessage: expect.any(String),
      });
    }
  });
  it('a fault is retried, and a second one too', async () => {
    const odata = createODataClient({
      ...connect(way, 'odata'),
      credential: basic(credentials.basic),
      random: () => 0,
    });
    sandbox.faults.next('listHistory', { status: 503 });
    sandbox.faults.next('listHistory', { status: 429, retryAfter: 0 });
    expect(await odata.history.list()).toHaveLength(3);
  });
});
