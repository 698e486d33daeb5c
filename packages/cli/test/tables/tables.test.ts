import { type Clock, systemClock } from '@syncline/core/internal';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basic } from '@syncline/auth';
import {
  type ClientEvent,
  createCloudClient,
  createODataClient,
  createV2Client,
  isConfigError,
} from '@syncline/client';
import type { AnyProperty, Filter } from '@syncline/odata';
import { type DecodeTable, type Tables, cloudTables, v2Tables } from '@syncline/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeConsumer } from './consumer.ts';
import { type Reply, serve } from './serve.ts';

/**
 * The types that a consumer's compiler would know. The package is generated at run time. See slow/table-types.test.ts.
 */
interface Paths {
  '/jobs': { get: { responses: { 200: { content: { 'application/json': object[] } } } } };
  "/jobs('{JobName}')/extra": {
    get: { parameters: { path: { JobName: string } }; responses: { 200: { content: { 'application/json': object } } } };
    post: {
      parameters: { path: { JobName: string } };
      responses: { 200: { content: { 'application/json': string } } };
    };
  };
}

let folder: string;
let odataTables: Tables<Paths>;
beforeAll(async () => {
  folder = await makeConsumer();
  ({ odataTables } = (await import(pathToFileURL(join(folder, 'sync/index.ts')).href)) as {
    odataTables: Tables<Paths>;
  });
});
afterAll(() => rm(folder, { recursive: true }));

const credential = basic({ username: 'ada', password: 'secret' });
const authorization = `Basic ${btoa('ada:secret')}`;
const big = 2n ** 62n + 1n;
const wire = `{"JobName":"a","Scheduled":"true","Archived":"FALSE","Bytes":${big},"Owner":{"Name":"Ada","Bytes":${big + 2n}}}`;
const decoded = { JobName: 'a', Scheduled: true, Archived: false, Bytes: big, Owner: { Name: 'Ada', Bytes: big + 2n } };
const extra = "/jobs('{JobName}')/extra";
const key = { params: { path: { JobName: "O'Brien" } } };

const clientFor = async (...replies: readonly Reply[]) => {
  const { baseUrl, asked } = await serve(...replies);
  const events: ClientEvent[] = [];
  const options = { baseUrl, credential, random: () => 0, onEvent: (event: ClientEvent) => events.push(event) };
  return {
    odata: createODataClient<Paths>({ ...options, tables: odataTables }),
    plain: createODataClient<Paths>(options),
    asked,
    events,
  };
};

test('a method decodes the fields that the consumer added, nested ones too', async () => {
  const { odata } = await clientFor({ body: wire });
  expect(await odata.jobs.get('a')).toEqual(decoded);
});

test('a stream decodes the fields that the consumer added', async () => {
  const { odata } = await clientFor({ body: `[{"connectorid":"a","rows":${big}},{"connectorid":"b","rows":7}]` });
  const rows: unknown[] = [];
  for await (const record of odata.history.stream()) rows.push((record as { rows?: unknown }).rows);
  expect(rows).toEqual([big, 7n]);
});

test('a filter, an order and a selection name the fields that the consumer added', async () => {
  const { odata, asked } = await clientFor({ body: `[{"rows":${big},"partial":"TRUE"}]` });
  const list = odata.history.list as (options: object) => Promise<object[]>;
  const options = {
    filter: (h: Record<string, AnyProperty>) => h['rows']?.gt(5n).and(h['mode']?.eq("O'Brien") as Filter),
    orderBy: 'rows desc',
    select: ['rows', 'partial'],
  };
  expect(await list(options)).toEqual([{ rows: big, partial: true }]);
  expect(asked).toEqual([
    `GET /api.rsc/history?$filter=rows%20gt%205%20and%20mode%20eq%20%27O%27%27Brien%27&$select=rows%2Cpartial&$orderby=rows%20desc ${authorization}`,
  ]);
});

test('call reaches the operations of the consumer', async () => {
  const { odata, asked } = await clientFor({ body: wire }, { body: '"going"' }, { status: 204 });
  const call = odata.call as unknown as (id: string, init?: object) => Promise<unknown>;
  expect(await call('getExtra', { path: { JobName: "O'Brien" } })).toEqual(decoded);
  expect(await call('startExtra', { path: { JobName: 'a' }, body: { force: true } })).toBe('going');
  expect(await call('startExtra', { path: { JobName: 'a' } })).toBeUndefined();
  expect(asked[0]).toBe(`GET /api.rsc/jobs('O%27%27Brien')/extra ${authorization}`);
});

test('an operation of the consumer is authenticated, retried and decoded', async () => {
  const { odata, asked, events } = await clientFor({ status: 503 }, { body: wire });
  const { data, response } = await odata.raw.GET(extra, key);
  expect(data).toEqual(decoded);
  expect(response.status).toBe(200);
  expect(asked).toEqual(Array(2).fill(`GET /api.rsc/jobs('O%27%27Brien')/extra ${authorization}`));
  expect(events.map(({ type, operation }) => `${type} ${operation}`)).toEqual(
    ['start', 'attempt', 'wait', 'attempt', 'outcome'].map((type) => `${type} getExtra`),
  );
});

test('a collection is decoded in either envelope, each int64 in its own record', async () => {
  const list = `[${wire},${wire.replace(`${big}`, '5').replace(`${big + 2n}`, '6')},{"JobName":"b"}]`;
  const { odata } = await clientFor({ body: list }, { body: `{"value":${list}}` });
  const jobs = [decoded, { ...decoded, Bytes: 5n, Owner: { Name: 'Ada', Bytes: 6n } }, { JobName: 'b' }];
  expect((await odata.raw.GET('/jobs')).data).toEqual(jobs);
  expect((await odata.raw.request('get', '/jobs')).data).toEqual(jobs);
});

test('a 401 is an HttpError that names the operation', async () => {
  const { odata } = await clientFor({ status: 401, body: '{"error":{"code":"denied","message":"who are you?"}}' });
  await expect(odata.raw.GET(extra, key)).rejects.toMatchObject({
    code: 'HTTP_ERROR',
    status: 401,
    serviceCode: 'denied',
    operation: 'getExtra',
  });
});

test('a response without a record is returned unchanged: a value, or nothing; a POST is not retried', async () => {
  const { odata, asked } = await clientFor({ body: '"going"' }, { status: 204 }, { status: 503 });
  expect((await odata.raw.POST(extra, key)).data).toBe('going');
  expect((await odata.raw.POST(extra, key)).data).toBeUndefined();
  await expect(odata.raw.POST(extra, key)).rejects.toMatchObject({ status: 503, operation: 'startExtra' });
  expect(asked).toHaveLength(3);
});

test('limits and malformed responses have their own errors', async () => {
  const { odata, asked } = await clientFor({ body: '{"Archived":"perhaps"}' }, { body: '<p>' });
  await expect(odata.raw.GET(extra, key)).rejects.toMatchObject({
    code: 'RESPONSE_FORMAT',
    reason: 'value',
    message: expect.stringContaining('Job.Archived') as string,
  });
  await expect(odata.raw.GET(extra, key)).rejects.toMatchObject({ code: 'RESPONSE_FORMAT', reason: 'json' });
  await expect(odata.raw.GET(extra, { ...key, signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'ABORTED',
  });
  expect(asked).toHaveLength(2);
  const { baseUrl } = await serve({ body: wire });
  const narrow = createODataClient({ baseUrl, credential, tables: odataTables, maxBodyBytes: 10 });
  await expect(narrow.raw.GET(extra, key)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE', operation: 'getExtra' });
});

test('a watch distinguishes records by a 64-bit field', async () => {
  const bodies = [5n, 5n, big, big + 1n].map((bytes) => ({ body: `[{"history_id":"1","bytes":${bytes}}]` }));
  const { baseUrl } = await serve(...bodies);
  const { JobStatusRecord: table, ...others } = v2Tables.decode;
  const tables = {
    ...v2Tables,
    decode: { ...others, JobStatusRecord: { ...(table as DecodeTable), int64: ['bytes'] } },
  };
  // Makes the pause between two polls take no time.
  const clock: Clock = {
    ...systemClock,
    wait: (milliseconds, callback) => {
      if (milliseconds !== 30_000) return systemClock.wait(milliseconds, callback);
      queueMicrotask(callback);
      return () => {};
    },
  };
  const v2 = createV2Client({ baseUrl, credential, tables, clock, timeout: 20_000 });
  const seen: unknown[] = [];
  const isLast = (record: object) => (record as { bytes?: unknown }).bytes === big + 1n;
  for await (const record of v2.jobs.watchStatus('1', { every: 30_000, until: isLast })) seen.push(record);
  expect(seen).toEqual([
    { history_id: '1', bytes: big },
    { history_id: '1', bytes: big + 1n },
  ]);
});

test('a call that sets parseAs, and a client without tables, get the response unchanged', async () => {
  const small = '{"Scheduled":"true","Bytes":5}';
  const no = { status: 404, body: '{"error":{"code":"x"}}' };
  const { odata, plain } = await clientFor({ body: small }, { body: small }, no, { body: small });
  expect((await odata.raw.GET(extra, { ...key, parseAs: 'text' })).data).toBe(small);
  expect((await plain.raw.GET(extra, key)).data).toEqual({ Scheduled: 'true', Bytes: 5 });
  expect((await plain.raw.GET(extra, key)) as object).toMatchObject({ error: { error: { code: 'x' } } });
  expect(await plain.jobs.get('a')).toEqual({ Scheduled: true, Bytes: 5 });
});

test('the tables of the published documents plug into the other clients', async () => {
  const { baseUrl } = await serve({ body: '[{"id":"1","is_default":"true"}]' }, { body: '[1]' }, { status: 403 });
  const v2 = createV2Client({ baseUrl, credential, tables: v2Tables });
  expect((await v2.raw.GET('/v2/workspaces')).data).toEqual([{ id: '1', is_default: true }]);
  const cloud = createCloudClient({ baseUrl, credential, tables: cloudTables });
  expect((await cloud.raw.POST('/api/query', { body: { query: 'SELECT 1' } })).data).toEqual([1]);
  await expect(cloud.raw.POST('/api/query', { body: { query: 'SELECT 1' } })).rejects.toMatchObject({
    status: 403,
    interface: 'cloud',
  });
});

test.each([
  null,
  7,
  'tables',
  [],
  {},
  { operations: {} },
  { operations: [], decode: {} },
  { operations: {}, decode: null },
])('tables: %j is refused', (tables) => {
  for (const make of [createODataClient, createV2Client, createCloudClient]) {
    let thrown: unknown;
    try {
      make({ baseUrl: 'https://a.test', credential, tables: tables as never });
    } catch (error) {
      thrown = error;
    }
    expect(isConfigError(thrown) && thrown.option).toBe('tables');
  }
});

test.each([
  ['listJobs', { query: { $top: 5 } }, 'query.$top is not an option: use none'],
  ['getExtra', { path: { JobNam: 'a' } }, 'path.JobNam is not an option: did you mean JobName?'],
  ['listHistory', { query: { $fitler: 'a' } }, 'query.$fitler is not an option: did you mean $filter?'],
])('call refuses a parameter that the consumer’s tables do not name: %s', async (id, init, message) => {
  const { odata, asked } = await clientFor();
  const call = odata.call as unknown as (id: string, init: object) => Promise<unknown>;
  await expect(call(id, init)).rejects.toMatchObject({ code: 'CONFIG_INVALID', message });
  expect(asked).toEqual([]);
});
