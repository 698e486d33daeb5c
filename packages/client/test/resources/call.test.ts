import { cloudTables, odataTables, type Tables } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, createV2Client } from '../../src/index.ts';
import { inProcess, json, rejection } from '../support/in-process.ts';

describe('client.call', () => {
  it('sends an operation by its id, and decodes what comes back', async () => {
    const { odata, asked, events } = inProcess([json({ JobName: "O'Brien", Scheduled: 'true', RowVersion: 7 })]);
    const job = await odata.call('getJob', { path: { JobName: "O'Brien" }, query: { $select: 'Scheduled' } });
    expect(job).toEqual({ JobName: "O'Brien", Scheduled: true, RowVersion: 7n });
    expect(asked[0]?.url).toBe("https://api.example/app/jobs('O%27%27Brien')?$select=Scheduled");
    expect(events[0]).toMatchObject({ operation: 'getJob' });
  });
  it('needs no parameters where the operation has none', async () => {
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
  it('takes the options of any call', async () => {
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
  it('reaches the operations of a consumer’s own tables, and those of the documents beside them', async () => {
    const listJobs = { method: 'GET', path: '/jobs', response: { kind: 'collection', record: 'Job' } } as const;
    const { asked, options } = inProcess([json({ value: [{ Scheduled: 'false' }] }), json([])]);
    const tables: Tables<object> = { operations: { listJobs }, decode: { Job: odataTables.decode.Job as never } };
    const odata = createODataClient({ ...options, tables });
    const call = odata.call as (id: string, init?: object) => Promise<unknown>;
    expect(await call('listJobs', { query: { $top: 5 } })).toEqual([{ Scheduled: false }]);
    expect(await odata.history.list()).toEqual([]);
    expect(asked.map(({ url }) => url.slice('https://api.example/app'.length))).toEqual(['/jobs?$top=5', '/history']);
  });
  it('gives an operation of which no document says what it returns its JSON, or nothing', async () => {
    const { options } = inProcess([json({ a: 1 }), json('')]);
    const call = createCloudClient({ ...options, tables: cloudTables }).call;
    expect(await call('runQuery', { body: { query: 'x' } })).toEqual({ a: 1 });
    expect(await call('runQuery', { body: { query: 'x' } })).toBeUndefined();
  });
});
