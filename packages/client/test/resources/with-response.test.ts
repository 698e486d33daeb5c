import { basic } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createCloudClient, createODataClient, createV2Client } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';
import { serveInTurn } from '../support/serve.ts';

const credential = basic({ username: 'ada', password: 'secret' });
const made = (reply: Reply) => {
  const { asked, options, odata } = inProcess([reply]);
  return {
    asked,
    odata,
    v2: createV2Client({ ...options, workspacesFilterParameter: 'f' }),
    cloud: createCloudClient(options),
  };
};
/** Every call that returns data, with the JSON of its response and the decoded result. */
const calls = {
  'jobs.get': ['{"JobName":"a","Scheduled":"true"}', (c) => c.odata.jobs.get('a'), { JobName: 'a', Scheduled: true }],
  'history.list': ['[{"instanceid":"1"}]', (c) => c.odata.history.list(), [{ instanceid: '1' }]],
  'connectors.list': ['{"value":[]}', (c) => c.odata.connectors.list(), []],
  'odata.call': ['[]', (c) => c.odata.call('listHistory'), []],
  'workspaces.list': ['[]', (c) => c.v2.workspaces.list(), []],
  'jobs.status': ['[]', (c) => c.v2.jobs.status('a'), []],
  taskHistory: ['[]', (c) => c.v2.transformations.taskHistory('a', 'b'), []],
  query: ['[[1]]', (c) => c.cloud.query('SELECT 1'), [[1]]],
} satisfies Record<
  string,
  readonly [string, (clients: ReturnType<typeof made>) => { withResponse(): Promise<unknown> }, unknown]
>;

describe.each(Object.entries(calls))('%s', (_, [text, call, data]) => {
  const begin = (reply: Reply) => {
    const clients = made(reply);
    return {
      asked: clients.asked,
      promise: call(clients as never) as ReturnType<ReturnType<typeof made>['odata']['jobs']['get']>,
    };
  };
  it('returns its data with the response, from one request', async () => {
    const { asked, promise } = begin(json(text, 201, { etag: '"1"' }));
    expect(promise).toHaveProperty('then');
    const [whole, again, alone] = await Promise.all([promise.withResponse(), promise.withResponse(), promise]);
    expect(whole).toEqual({
      data,
      status: 201,
      headers: { 'content-type': 'application/json', etag: '"1"' },
      requestId: undefined,
    });
    expect(again.data).toBe(whole.data);
    expect(alone).toBe(whole.data);
    expect(asked).toHaveLength(1);
  });
  it('rejects with the error of the call', async () => {
    const { promise } = begin(json({ error: { code: 'E1', message: 'no' } }, 404));
    expect(await rejection(promise.withResponse())).toMatchObject({ code: 'HTTP_ERROR', status: 404 });
    expect(await rejection(promise)).toMatchObject({ code: 'HTTP_ERROR' });
  });
  it('sends its request when it is called, not when it is awaited', async () => {
    const { asked, promise } = begin(json(text));
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(1);
    await promise;
  });
});

describe('withResponse', () => {
  it('returns only the headers of a list, without secrets', async () => {
    const { url } = await serveInTurn({
      body: { JobName: 'a' },
      headers: {
        'set-cookie': 'session=1',
        'www-authenticate': 'Basic',
        location: 'https://x.example/?key=1',
        'x-acme': 'a',
        etag: '"secret"',
        'ratelimit-remaining': '7',
        'last-modified': 'x'.repeat(5000),
        date: 'Mon, 01 Jun 2026 00:00:00 GMT',
      },
    });
    const { headers } = await createODataClient({ baseUrl: url, credential }).jobs.get('a').withResponse();
    expect(headers).toEqual({
      'content-type': 'application/json',
      date: 'Mon, 01 Jun 2026 00:00:00 GMT',
      etag: '"[redacted]"',
      'last-modified': 'x'.repeat(1000),
      'ratelimit-remaining': '7',
    });
  });
  it('leaves no rejection unhandled when only the response is awaited, or only the data', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    try {
      await rejection(made(json('{}', 404)).odata.jobs.get('a').withResponse());
      await rejection(made(json('{}', 404)).odata.jobs.get('a'));
      await rejection(made(json('{}')).odata.jobs.get('').withResponse());
      for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', listen);
    }
    expect(unhandled).toEqual([]);
  });
  it('rejects when an option cannot be used; the call itself does not throw', async () => {
    const promise = made(json('[]')).odata.history.list({ timeout: -1 });
    expect(await rejection(promise.withResponse())).toMatchObject({ code: 'CONFIG_INVALID', option: 'timeout' });
  });
});

describe('response() of a stream', () => {
  it('has the response once it has arrived', async () => {
    const { odata } = made(json('[{"instanceid":"1"}]', 200, { date: 'Mon, 01 Jun 2026 00:00:00 GMT', 'x-acme': 'a' }));
    const stream = odata.history.stream();
    expect(await stream.response()).toBeUndefined();
    await stream.next();
    expect(await stream.response()).toEqual({
      data: undefined,
      status: 200,
      headers: { 'content-type': 'application/json', date: 'Mon, 01 Jun 2026 00:00:00 GMT' },
      requestId: undefined,
    });
  });
  it('has the response of the latest of several pages', async () => {
    const { odata } = inProcess([
      json('{"value":[{"instanceid":"1"}],"@odata.nextLink":"?page=2"}', 200, { etag: '1' }),
      json('{"value":[{"instanceid":"2"}]}', 200, { etag: '2', link: '</more>; rel="prev"' }),
    ]);
    const stream = odata.history.stream({ pages: 'follow' });
    const seen: unknown[] = [];
    for await (const { instanceid } of stream) seen.push([instanceid, (await stream.response())?.headers['etag']]);
    expect(seen).toEqual([
      ['1', '1'],
      ['2', '2'],
    ]);
    expect((await stream.response())?.headers['link']).toBe('</more>; rel="prev"');
  });
});
