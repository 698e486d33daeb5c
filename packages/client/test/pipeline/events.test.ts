import { describe, expect, it } from 'vitest';
import { createCloudClient, createV2Client } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply, settled, watchedBody } from '../support/in-process.ts';

const rows = json([{ a: 1 }]);
const broken: Reply = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
/** A client whose clock advances with each reply, by the given number of milliseconds. */
const timed = (...replies: (readonly [number, Reply])[]) => {
  let advance: (milliseconds: number) => void = () => {};
  const made = inProcess(
    replies.map(
      ([milliseconds, reply]): Reply =>
        (asked) => (advance(milliseconds), reply(asked)),
    ),
  );
  advance = made.advance;
  made.advance(1_000_000);
  return made;
};
const history = {
  operation: 'listHistory',
  interface: 'odata',
  method: 'GET',
  path: '/app/history',
  origin: 'https://api.example',
};
const outcome = { type: 'outcome', status: undefined, error: undefined };

describe('the events of a call', () => {
  it('report what was sent and received, how long the call waited, and how it ended', async () => {
    const { odata, events } = timed([30, json({}, 503, { 'retry-after': '2' })], [20, broken], [10, rows]);
    await odata.history.list({ filter: (h) => h.details.eq('private') });
    const of = { call: events[0]?.call, ...history };
    expect(events).toEqual([
      { type: 'start', ...of },
      { type: 'attempt', ...of, attempt: 1, milliseconds: 30, status: 503, error: undefined },
      { type: 'wait', ...of, attempt: 1, milliseconds: 2000, retryAfterSeconds: 2 },
      { type: 'attempt', ...of, attempt: 2, milliseconds: 20, status: undefined, error: 'NETWORK_ERROR' },
      { type: 'wait', ...of, attempt: 2, milliseconds: 0, retryAfterSeconds: undefined },
      { type: 'attempt', ...of, attempt: 3, milliseconds: 10, status: 200, error: undefined },
      { ...outcome, ...of, ok: true, status: 200, attempts: 3, milliseconds: 2060 },
    ]);
    expect(JSON.stringify(events)).not.toContain('private');
  });
  it('name the operation, the interface and the address', async () => {
    const { options, events } = inProcess([rows], { baseUrl: 'http://localhost:8080' });
    await createV2Client(options).jobs.status('4/2');
    await createCloudClient(options).query('SELECT 1');
    expect(events.filter(({ type }) => type === 'start')).toMatchObject([
      {
        operation: 'listJobStatus',
        interface: 'v2',
        method: 'GET',
        path: '/v2/jobs/4%2F2/status',
        origin: 'http://localhost:8080',
      },
      {
        operation: 'runQuery',
        interface: 'cloud',
        method: 'POST',
        path: '/api/query',
        origin: 'http://localhost:8080',
      },
    ]);
  });
  it('count the calls of the process, also of several clients', async () => {
    const one = inProcess([rows]);
    const other = inProcess([rows]);
    for (const { odata } of [one, other, one]) await odata.history.list();
    const first = one.events[0]?.call ?? 0;
    expect(first).toBeGreaterThan(0);
    expect([...new Set([...one.events, ...other.events].map(({ call }) => call))].sort()).toEqual(
      [first, first + 1, first + 2].sort(),
    );
  });
  it('distinguish two concurrent calls', async () => {
    const { odata, events } = inProcess([json({}, 404), rows]);
    await Promise.allSettled([odata.history.list(), odata.connectors.list()]);
    // The two calls may end in either order.
    const of = (type: string) =>
      events.filter((event) => event.type === type).sort((left, right) => left.call - right.call);
    expect(of('outcome')).toMatchObject([
      { operation: 'listHistory', ok: false },
      { operation: 'listConnectors', ok: true },
    ]);
    expect(of('outcome').map(({ call }) => call)).toEqual(of('start').map(({ call }) => call));
    expect(of('start')).toMatchObject([{ operation: 'listHistory' }, { operation: 'listConnectors' }]);
  });
});

describe('the outcome', () => {
  it.each([
    ['a failure of the service', json({}, 404), { status: 404, attempts: 1 }],
    ['an answer that cannot be read', json('no'), { status: undefined, attempts: 1 }],
    ['a broken connection', broken, { status: undefined, attempts: 3 }],
    ['a redirect', () => new Response(null, { status: 307 }), { status: 307, attempts: 1 }],
  ])('of %s contains its error', async (_, reply, about) => {
    const { odata, events } = inProcess([reply as Reply]);
    const error = await rejection(odata.history.list());
    expect(events.at(-1)).toEqual({
      ...outcome,
      ...history,
      call: events[0]?.call,
      ok: false,
      milliseconds: 0,
      error,
      ...about,
    });
  });
  it.each([
    [200, true],
    [299, true],
    [399, true],
    [400, false],
    [404, false],
    [503, false],
  ])('of a call through raw depends on its status: %i', async (status, ok) => {
    const { odata, events } = inProcess([json([], status)], { retry: 0 });
    await odata.raw.GET('/history');
    expect(events.at(-1)).toEqual({
      ...outcome,
      ...history,
      operation: undefined,
      call: events[0]?.call,
      ok,
      status,
      attempts: 1,
      milliseconds: 0,
    });
  });
  it('of a stream is reported after its last record was read', async () => {
    const { odata, events } = timed([5, rows]);
    const stream = odata.history.stream();
    expect(await stream.next()).toEqual({ done: false, value: { a: 1 } });
    expect(events.map(({ type }) => type)).toEqual(['start', 'attempt']);
    expect((await stream.next()).done).toBe(true);
    expect(events.at(-1)).toEqual({
      ...outcome,
      ...history,
      call: events[0]?.call,
      ok: true,
      status: 200,
      attempts: 1,
      milliseconds: 5,
    });
    expect(events).toHaveLength(3);
  });
  it('of a stream that breaks contains the error, and the status that it began with', async () => {
    const watched = watchedBody('[{"a":1},{');
    const { odata, events, step } = inProcess([() => new Response(watched.body)]);
    const stream = odata.history.stream();
    await stream.next();
    const next = rejection(stream.next());
    await settled();
    step();
    const error = await next;
    expect(error).toMatchObject({ code: 'TIMEOUT' });
    expect(events.at(-1)).toMatchObject({ type: 'outcome', ok: false, status: 200, error });
    expect(events).toHaveLength(3);
  });
  it('of a stream that the service refuses is reported immediately', async () => {
    const { odata, events } = inProcess([json({}, 403)]);
    await rejection(odata.history.stream().next());
    expect(events.map(({ type }) => type)).toEqual(['start', 'attempt', 'outcome']);
    expect(events.at(-1)).toMatchObject({ ok: false, status: 403 });
  });
});
