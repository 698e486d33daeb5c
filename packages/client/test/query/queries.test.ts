import { EventEmitter, once } from 'node:events';
import { basic } from '@syncline/auth';
import * as openapi from '@syncline/openapi';
import { filter } from '@syncline/odata';
import { isCancelledError, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, createV2Client, isHttpError } from '../../src/index.ts';
import { type CallQuery, cloudQueries, odataQueries, v2Queries } from '../../src/query/index.ts';
import { serve, serveInTurn } from '../support/serve.ts';

const credential = basic({ username: 'ada', password: 'secret' });
const queriesAt = (baseUrl: string) => ({
  odata: odataQueries(createODataClient({ baseUrl, credential })),
  v2: v2Queries(createV2Client({ baseUrl, credential, workspacesFilterParameter: 'filter' })),
  cloud: cloudQueries(createCloudClient({ baseUrl, credential })),
});
type Queries = ReturnType<typeof queriesAt>;

/** What each query sends, and its key below the scope. */
const calls: [call: string, make: (queries: Queries) => CallQuery<unknown>, url: string, key: unknown[]][] = [
  [
    'odata.jobs.get',
    ({ odata }) => odata.jobs.get("O'Brien", { select: ['JobName'] }),
    "/jobs('O''Brien')?$select=JobName",
    ["O'Brien", { select: ['JobName'] }],
  ],
  [
    'odata.history.list',
    ({ odata }) => odata.history.list({ filter: (h) => h.details.contains('Failed'), orderBy: 'runstartdate desc' }),
    "/history?$filter=contains(details,'Failed')&$orderby=runstartdate desc",
    [{ filter: "contains(details,'Failed')", orderBy: 'runstartdate desc' }],
  ],
  ['odata.connectors.list', ({ odata }) => odata.connectors.list({ timeout: 5000, retry: 0 }), '/connectors', []],
  [
    'v2.workspaces.list',
    ({ v2 }) => v2.workspaces.list({ filter: "name eq 'a'" }),
    "/v2/workspaces?filter=name eq 'a'",
    [{ filter: "name eq 'a'" }],
  ],
  [
    'v2.transformations.taskHistory',
    ({ v2 }) => v2.transformations.taskHistory('7', '1', { deadline: 5000 }),
    '/v2/transformations/7/tasks/1/history',
    ['7', '1'],
  ],
  ['v2.jobs.status', ({ v2 }) => v2.jobs.status('42'), '/v2/jobs/42/status', ['42']],
  ['cloud.query', ({ cloud }) => cloud.query('SELECT 1'), '/api/query', ['SELECT 1']],
];

it('every operation that a client can call has query options', () => {
  const described = Object.values(openapi).flatMap((each) =>
    typeof each === 'object' && 'server' in each ? [each.call] : [],
  );
  // The token request is a credential's.
  expect([...calls.map(([call]) => call), 'clientCredentials'].sort()).toEqual(described.sort());
});

describe.each(calls)('the query options of %s', (call, make, url, key) => {
  const body = call.endsWith('get') ? {} : [];
  it('send its request and return its data', async () => {
    const { url: baseUrl, requests } = await serveInTurn({ body });
    expect(await new QueryClient().fetchQuery(make(queriesAt(baseUrl)))).toEqual(body);
    expect(requests.map((request) => decodeURIComponent(request.url))).toEqual([url]);
  });
  it('have a key with its names and arguments, which is JSON', () => {
    const { queryKey } = make(queriesAt('https://sync.example.com'));
    expect(queryKey).toEqual(['syncline', ...call.split('.'), ...key]);
    expect(JSON.parse(JSON.stringify(queryKey))).toEqual(queryKey);
  });
  it('do not repeat a refused call', async () => {
    const { url: baseUrl, requests } = await serveInTurn({ status: 403, body: {} });
    const error: unknown = await new QueryClient().fetchQuery(make(queriesAt(baseUrl))).catch((thrown) => thrown);
    expect(isHttpError(error) && error.status).toBe(403);
    expect(requests).toHaveLength(1);
  });
});

describe('queries', () => {
  const { odata, cloud } = queriesAt('https://sync.example.com');
  it('share a cache entry when their filters are equal', async () => {
    const { url, requests } = await serveInTurn({ body: [{ instanceid: '1' }] });
    const { history } = queriesAt(url).odata;
    const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const built = filter<openapi.HistoryRecordProperties>((h) => h.instanceid.eq('1'));
    for (const each of [built, () => built, (h: Parameters<typeof build>[0]) => build(h)])
      expect(await cache.fetchQuery(history.list({ filter: each }))).toEqual([{ instanceid: '1' }]);
    expect(requests).toHaveLength(1);
    await cache.fetchQuery(history.list({ filter: (h) => h.instanceid.eq('2') }));
    expect(requests).toHaveLength(2);
  });
  const build = (h: Parameters<Parameters<typeof filter<openapi.HistoryRecordProperties>>[0]>[0]) =>
    h.instanceid.eq('1');
  it('are refetched by the names of their call', async () => {
    const { url, requests } = await serveInTurn({ body: [] });
    const { history, connectors } = queriesAt(url).odata;
    const cache = new QueryClient();
    for (const each of [history.list(), history.list({ select: ['details'] }), connectors.list()])
      await cache.fetchQuery(each);
    await cache.refetchQueries({ queryKey: ['syncline', 'odata', 'history'], type: 'all' });
    expect(requests.map((request) => request.url.split('?')[0])).toEqual([
      '/history',
      '/history',
      '/connectors',
      '/history',
      '/history',
    ]);
  });
  it('of two clients have keys of their own with a scope each', () => {
    const client = createODataClient({ baseUrl: 'https://sync.example.com', credential });
    expect(odataQueries(client, 'production').history.list().queryKey).toEqual([
      'production',
      'odata',
      'history',
      'list',
    ]);
  });
  it.each(['', 7, null])('refuse the scope %j', (scope) => {
    const client = createODataClient({ baseUrl: 'https://sync.example.com', credential });
    expect(() => odataQueries(client, scope as string)).toThrow('scope must be a text that is not empty');
  });
  it('end their request when they are cancelled', async () => {
    const events = new EventEmitter();
    const [arrived, closed] = [once(events, 'arrived'), once(events, 'closed')];
    const url = await serve((request) => {
      request.socket.on('close', () => events.emit('closed'));
      events.emit('arrived');
    });
    const cache = new QueryClient();
    const query = queriesAt(url).odata.history.list();
    const result = cache.fetchQuery(query).catch(isCancelledError);
    await arrived;
    await cache.cancelQueries({ queryKey: query.queryKey });
    await closed;
    expect(await result).toBe(true);
  });
  it('refuse a signal, because TanStack Query has one', () => {
    const { signal } = new AbortController();
    expect(() => odata.history.list({ signal })).toThrow('signal must not be set');
  });
  it('keep a schema out of the key', () => {
    const schema = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;
    expect(cloud.query('SELECT 1', { schema, retry: 1 }).queryKey).toEqual(['syncline', 'cloud', 'query', 'SELECT 1']);
  });
  it('leave it to the call to refuse a filter that is too long, or an unknown option', async () => {
    const long = 'x'.repeat(100_000);
    const refused = { code: 'CONFIG_INVALID' };
    await expect(
      new QueryClient().fetchQuery(odata.history.list({ filter: (h) => h.details.eq(long) })),
    ).rejects.toMatchObject(refused);
    await expect(
      new QueryClient().fetchQuery(odata.history.list({ sekect: ['details'] } as never)),
    ).rejects.toMatchObject(refused);
  });
});
