import { cloudTables, odataTables, type Tables } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, createV2Client } from '../../src/index.ts';
import { inProcess, json, rejection } from '../support/in-process.ts';

describe('client.call', () => {
  it('sends an operation by its id, and decodes the response', async () => {
    const { odata, asked, events } = inProcess([json({ JobName: "O'Brien", Scheduled: 'true', RowVersion: 7 })]);
    const job = await odata.call('getJob', { path: { JobName: "O'Brien" }, query: { $select: 'Scheduled' } });
    expect(job).toEqual({ JobName: "O'Brien", Scheduled: true, RowVersion: 7n });
    expect(asked[0]?.url).toBe("https://api.example/app/jobs('O%27%27Brien')?$select=Scheduled");
    expect(events[0]).toMatchObject({ operation: 'getJob' });
  });
  it('needs no parameters if the operation has none', async () => {
    const { odata, options } = inProcess([json([{ id: '1', is_default: 'true' }])]);
    expect(await odata.call('listHistory')).toHaveLength(1);
    expect(await createV2Client(options).call('listWorkspaces')).toEqual([{ id: '1', is_default: true }]);
  });
  it('sends a body as JSON, and repeats only what is safe', async () => {
    const { asked, options } = inProcess([json({}, 503), json({ rows: 1 })]);
    const cloud = createCloudClient(options);
    expect(await rejection(cloud.call('runQuery', { body: { query: 'SELECT 1' } }))).toMatchObject({ status: 503 });
    expect(asked.map(({ init }) => [init.method, init.body])).toEqual([['POST', '{"query":"SELECT 1"}']]);
    expect(await cloud.call('runQuery', { body: { query: 'SELECT 1' }, retry: 1 })).toEqual({ rows: 1 });
  });
  it('accepts the options of any call', async () => {
    const { odata } = inProcess([json([])]);
    expect(await rejection(odata.call('listHistory', { signal: AbortSignal.abort('why') }))).toMatchObject({
      code: 'ABORTED',
    });
    expect(await rejection(odata.call('listHistory', { timeout: 0 }))).toMatchObject({ option: 'timeout' });
  });
  it('throws the same errors as every other call', async () => {
    const { odata } = inProcess([json({ error: { code: 'NotFound', message: 'no such job' } }, 404)]);
    expect(await rejection(odata.call('getJob', { path: { JobName: 'x' } }))).toMatchObject({
      code: 'HTTP_ERROR',
      operation: 'getJob',
      serviceCode: 'NotFound',
    });
  });
  it.each([
    'listWorkspaces',
    'toString',
    '__proto__',
    '',
  ])('refuses an operation that the client does not have: %j', async (id) => {
    const { odata, asked } = inProcess([json([])]);
    expect(await rejection(odata.call(id as 'getJob', {} as never))).toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'operationId',
      message: 'operationId must be one of getJob, listHistory, listConnectors',
    });
    expect(asked).toHaveLength(0);
  });
  it('reaches the operations of a consumer’s own tables and those of the documents', async () => {
    const listJobs = { method: 'GET', path: '/jobs', response: { kind: 'collection', record: 'Job' } } as const;
    const { asked, options } = inProcess([json({ value: [{ Scheduled: 'false' }] }), json([])]);
    const tables: Tables<object> = { operations: { listJobs }, decode: { Job: odataTables.decode.Job as never } };
    const odata = createODataClient({ ...options, tables });
    const call = odata.call as (id: string, init?: object) => Promise<unknown>;
    expect(await call('listJobs', { query: { $top: 5 } })).toEqual([{ Scheduled: false }]);
    expect(await odata.history.list()).toEqual([]);
    expect(asked.map(({ url }) => url.slice('https://api.example/app'.length))).toEqual(['/jobs?$top=5', '/history']);
  });
  it('decodes with the tables of the documents what a consumer’s own tables leave out', async () => {
    const listHistory = { method: 'GET', path: '/history', response: { kind: 'collection', record: 'Job' } } as const;
    const { options } = inProcess([json({ value: [{ Scheduled: 'false' }] })]);
    const odata = createODataClient({ ...options, tables: { operations: { listHistory }, decode: {} } as never });
    const streamed: unknown[] = [];
    for await (const record of odata.history.stream()) streamed.push(record);
    expect(streamed).toEqual([{ Scheduled: false }]);
    const listing = createODataClient({ ...options, tables: { operations: { listHistory }, decode: {} } as never });
    expect(await Promise.all([listing.history.list(), listing.history.list()])).toEqual([streamed, streamed]);
    expect(await listing.history.list()).toEqual(streamed);
  });
  it('decodes a record with a consumer’s own table even if the documents do not decode it', async () => {
    const { options } = inProcess([json({ value: [{ details: 'false' }] })]);
    const HistoryRecord = { ...odataTables.decode.HistoryRecord, booleanStrings: ['details'] };
    const tables = { operations: {}, decode: { HistoryRecord } };
    expect(await createODataClient(options).history.list()).toEqual([{ details: 'false' }]);
    expect(await createODataClient({ ...options, tables: tables as never }).history.list()).toEqual([
      { details: false },
    ]);
  });
  it.each<[string, object, string, string]>([
    ['listHistory', { query: { $fitler: 'x' } }, 'query.$fitler', 'did you mean $filter?'],
    ['listHistory', { query: { filter: 'x' } }, 'query.filter', 'did you mean $filter?'],
    ['listHistory', { query: { workspaceId: 'x' } }, 'query.workspaceId', 'use $filter, $select, $orderby'],
    ['listHistory', { query: { $filter: 'x', $top: undefined } }, 'query.$top', 'use $filter, $select, $orderby'],
    ['getJob', { path: { JobNam: 'x' } }, 'path.JobNam', 'did you mean JobName?'],
    ['getJob', { path: { JobName: 'x', $select: 'y' } }, 'path.$select', 'use JobName'],
    ['listHistory', { path: { JobName: 'x' } }, 'path.JobName', 'use none'],
    [
      'listHistory',
      { query: JSON.parse('{"__proto__":1}') as object },
      'query.__proto__',
      'use $filter, $select, $orderby',
    ],
  ])('refuses a parameter that %s does not have: %j', async (id, init, option, rule) => {
    const { odata, asked } = inProcess([json([])]);
    const call = odata.call as (id: string, init: object) => Promise<unknown>;
    expect(await rejection(call(id, init))).toMatchObject({
      code: 'CONFIG_INVALID',
      option,
      message: `${option} is not an option: ${rule}`,
    });
    expect(asked).toHaveLength(0);
  });
  it.each([
    [{ query: '$top=5' }, 'query'],
    [{ query: null }, 'query'],
    [{ path: 'x' }, 'path'],
  ])('refuses parameters that are not an object: %j', async (init, option) => {
    const { odata, asked } = inProcess([json([])]);
    expect(await rejection(odata.call('listHistory', init as never))).toMatchObject({
      message: expect.stringMatching(`^${option} must be an object: `) as unknown,
    });
    expect(asked).toHaveLength(0);
  });
  it('sends only own properties as parameters', async () => {
    const { odata, asked } = inProcess([json({})]);
    const query = Object.create({ $filter: 'inherited' }) as object;
    await odata.call('listHistory', { query }).catch(() => {});
    const path = Object.create({ JobName: 'inherited' }) as { JobName: string };
    expect(await rejection(odata.call('getJob', { path }))).toMatchObject({ option: 'JobName' });
    expect(asked.map(({ url }) => url)).toEqual(['https://api.example/app/history']);
  });
  it('refuses parameters that a consumer’s own tables do not name', async () => {
    const listJobs = {
      method: 'GET',
      path: '/jobs/{folder}',
      parameters: { path: { folder: 1 }, query: { $top: 1 } },
      response: { kind: 'collection', record: 'Job' },
    } as const;
    const { asked, options } = inProcess([json({ value: [] })]);
    const tables: Tables<object> = { operations: { listJobs }, decode: { Job: odataTables.decode.Job as never } };
    const call = createODataClient({ ...options, tables }).call as (id: string, init: object) => Promise<unknown>;
    expect(await rejection(call('listJobs', { path: { folder: 'a' }, query: { $skip: 1 } }))).toMatchObject({
      option: 'query.$skip',
    });
    await call('listJobs', { path: { folder: 'a' }, query: { $top: 1 } });
    expect(asked.map(({ url }) => url)).toEqual(['https://api.example/app/jobs/a?$top=1']);
  });
  it('returns the JSON, or nothing, for an operation whose response is not described', async () => {
    const { options } = inProcess([json({ a: 1 }), json('')]);
    const call = createCloudClient({ ...options, tables: cloudTables }).call;
    expect(await call('runQuery', { body: { query: 'x' } })).toEqual({ a: 1 });
    expect(await call('runQuery', { body: { query: 'x' } })).toBeUndefined();
  });
});
