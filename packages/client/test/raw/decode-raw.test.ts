import { cloudTables, odataTables, type Tables } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';

const row = json('{"JobName":"a","Scheduled":"true","RowVersion":9007199254740993}');
const decoded = { JobName: 'a', Scheduled: true, RowVersion: 9007199254740993n };
const job = "/jobs('{JobName}')";
const ofA = { params: { path: { JobName: 'a' } } };
const withTables = (...replies: Reply[]) => {
  const made = inProcess(replies);
  return { ...made, raw: createODataClient({ ...made.options, tables: odataTables }).raw };
};

describe('raw of a client with tables', () => {
  it('returns decoded records together with the response', async () => {
    const { raw, events } = withTables(row);
    const { data, response } = await raw.GET(job, ofA);
    expect(data).toEqual(decoded);
    expect(response.status).toBe(200);
    expect(events.map(({ type, operation }) => `${type} ${operation}`)).toEqual([
      'start getJob',
      'attempt getJob',
      'outcome getJob',
    ]);
  });
  it('does so for any spelling of the method', async () => {
    expect((await withTables(row).raw.request('get', job, ofA)).data).toEqual(decoded);
  });
  it.each(['[{"a":"true"}]', '{"value":[{"a":"true"}]}'])('reads a list from either envelope: %s', async (body) => {
    expect((await withTables(json(body)).raw.GET('/history')).data).toEqual([{ a: 'true' }]);
  });
  it('throws an error for a failure and for a response that cannot be read', async () => {
    expect(await rejection(withTables(json({ error: { code: 'A' } }, 404)).raw.GET(job, ofA))).toMatchObject({
      code: 'HTTP_ERROR',
      serviceCode: 'A',
      operation: 'getJob',
    });
    expect(await rejection(withTables(json('[]')).raw.GET(job, ofA))).toMatchObject({
      code: 'RESPONSE_FORMAT',
      reason: 'shape',
    });
  });
  it('does not decode a call that sets how to read it, or whose operation is unknown', async () => {
    const { raw, events } = withTables(row);
    expect((await raw.GET(job, { ...ofA, parseAs: 'text' })).data).toBe(
      '{"JobName":"a","Scheduled":"true","RowVersion":9007199254740993}',
    );
    expect((await raw.GET('/metadata' as '/history')).data).toMatchObject({ Scheduled: 'true' });
    expect((await raw.request('delete' as 'get', '/history')).data).toMatchObject({ Scheduled: 'true' });
    expect(events.filter(({ operation }) => operation !== undefined)).toEqual([]);
  });
  it('returns the value itself, or nothing, if an operation has no record', async () => {
    const query = (reply: Reply) =>
      createCloudClient({ ...inProcess([reply]).options, tables: cloudTables }).raw.POST('/api/query', {
        body: { query: 'SELECT 1' },
      });
    expect((await query(json('[[1]]'))).data).toEqual([[1]]);
    expect((await query(json(''))).data).toBeUndefined();
  });
  it('still takes middleware', async () => {
    const { raw } = withTables(row);
    const seen: string[] = [];
    raw.use({ onRequest: ({ schemaPath }) => void seen.push(schemaPath) });
    await raw.GET(job, ofA);
    expect(seen).toEqual([job]);
  });
});

describe('raw of a client without tables', () => {
  it('returns records unchanged, and does not throw for a failure', async () => {
    expect((await inProcess([row]).odata.raw.GET(job, ofA)).data).toEqual({
      JobName: 'a',
      Scheduled: 'true',
      RowVersion: 9007199254740992,
    });
    expect((await inProcess([json({ error: { code: 'A' } }, 404)]).odata.raw.GET(job, ofA)).error).toEqual({
      error: { code: 'A' },
    });
  });
});

it.each([
  null,
  {},
  [],
  { operations: [], decode: {} },
  { operations: {}, decode: null },
  { operations: {} },
  'tables',
])('refuses %j as tables', (tables) => {
  const { options } = inProcess([row]);
  expect(() => createODataClient({ ...options, tables: tables as Tables<object> })).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      option: 'tables',
      message: 'tables must be tables from `syncline generate`, such as odataTables',
    }),
  );
});
