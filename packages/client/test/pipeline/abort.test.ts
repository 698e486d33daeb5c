import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { inProcess, json, rejection, type Reply, settled, watchedBody } from '../support/in-process.ts';

const rows = json([]);
const moved = json('', 302, { location: '/moved' });
const silent: Reply = () => new Promise(() => {});

describe('an abort', () => {
  it.each([
    'attempt',
    'wait',
  ])('while the failure of the %s is reported ends the call before its pause', async (type) => {
    const aborter = new AbortController();
    const { odata, asked, waits, pending, events } = inProcess([json({}, 503), rows], {
      onEvent: (event) => event.type === type && aborter.abort('enough'),
    });
    expect(await rejection(odata.history.list({ signal: aborter.signal }))).toMatchObject({
      code: 'ABORTED',
      cause: 'enough',
      attempts: 1,
    });
    expect([asked.length, waits, pending.size]).toEqual([1, [30_000], 0]);
    expect(events.map((event) => event.type)).toEqual(['start', 'attempt', 'wait', 'outcome']);
  });
  it('in the pause ends it at once, and leaves no timer', async () => {
    const aborter = new AbortController();
    const { odata, asked, pending, events } = inProcess([json({}, 503), rows], {
      onEvent: (event) => event.type === 'wait' && setImmediate(() => aborter.abort('enough')),
      random: () => 0.5,
    });
    // The clock ends this earlier wait first, so that the pause itself lasts.
    pending.add({ at: 0, callback: () => {} });
    expect(await rejection(odata.history.list({ signal: aborter.signal }))).toMatchObject({
      code: 'ABORTED',
      attempts: 1,
    });
    expect([asked.length, pending.size, events.at(-1)?.type]).toEqual([1, 0, 'outcome']);
  });
  it('at the end of the pause sends nothing more', async () => {
    const aborter = new AbortController();
    const { odata, asked } = inProcess([json({}, 503), rows], {
      onEvent: (event) => event.type === 'wait' && queueMicrotask(() => queueMicrotask(() => aborter.abort('enough'))),
    });
    expect(await rejection(odata.history.list({ signal: aborter.signal }))).toMatchObject({
      code: 'ABORTED',
      attempts: 1,
    });
    expect(asked).toHaveLength(1);
  });
  it('tells the transport why, so that the connection closes', async () => {
    const aborter = new AbortController();
    const { odata, asked, pending } = inProcess([silent]);
    const call = rejection(odata.history.list({ signal: aborter.signal }));
    await settled();
    expect(asked[0]?.init.signal.aborted).toBe(false);
    aborter.abort(new Error('enough'));
    const error = await call;
    expect(error).toMatchObject({
      code: 'ABORTED',
      message: 'GET /app/history: aborted by the caller',
      cause: { message: 'enough' },
    });
    expect(asked[0]?.init.signal).toMatchObject({ aborted: true, reason: error });
    expect(pending.size).toBe(0);
  });
  it('after a redirect ends it at once, even if the transport ignores its signal', async () => {
    const aborter = new AbortController();
    const { odata, asked, pending } = inProcess([moved, silent]);
    const call = rejection(odata.history.list({ signal: aborter.signal }));
    await settled();
    expect(asked).toHaveLength(2);
    let error: unknown;
    void call.then((thrown) => (error = thrown));
    aborter.abort('enough');
    await settled();
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough', attempts: 1 });
    expect([asked[1]?.init.signal.aborted, pending.size]).toEqual([true, 0]);
  });
  it('while what follows a redirect is loading sends nothing more', async () => {
    const aborter = new AbortController();
    // The last header that the client reads before it loads.
    const get = (name: string) => (name === 'x-id' ? (aborter.abort('enough'), 'a') : '/moved');
    const redirect: Reply = () => ({ status: 302, headers: { get }, body: null });
    const { odata, asked, pending } = inProcess([redirect, rows], { requestIdHeader: 'x-id' });
    expect(await rejection(odata.history.list({ signal: aborter.signal }))).toMatchObject({
      code: 'ABORTED',
      cause: 'enough',
    });
    await settled();
    expect([asked.length, pending.size]).toEqual([1, 0]);
  });
  it('between two records of a stream tells the transport too', async () => {
    const aborter = new AbortController();
    const watched = watchedBody('[{"a":1},{');
    const { odata, asked, pending } = inProcess([() => new Response(watched.body)]);
    const stream = odata.history.stream({ signal: aborter.signal });
    await stream.next();
    const next = rejection(stream.next());
    await settled();
    aborter.abort();
    expect(await next).toMatchObject({ code: 'ABORTED' });
    expect(asked[0]?.init.signal.aborted).toBe(true);
    expect(pending.size).toBe(0);
  });
  it('before the call sends nothing', async () => {
    const { odata, asked, events, waits } = inProcess([rows]);
    expect(await rejection(odata.history.list({ signal: AbortSignal.abort('why') }))).toMatchObject({
      code: 'ABORTED',
      cause: 'why',
      attempts: 0,
    });
    expect([asked, waits, events.map(({ type }) => type)]).toEqual([[], [], ['start', 'outcome']]);
  });
  it('after the call has no effect', async () => {
    const aborter = new AbortController();
    const { odata, asked } = inProcess([rows]);
    expect(await odata.history.list({ signal: aborter.signal })).toEqual([]);
    aborter.abort();
    expect(asked[0]?.init.signal.aborted).toBe(false);
  });
  it('of one call does not affect another with its own signal', async () => {
    const aborter = new AbortController();
    const { odata } = inProcess([silent, rows]);
    const call = rejection(odata.history.list({ signal: aborter.signal }));
    const other = odata.history.list({ signal: new AbortController().signal });
    aborter.abort();
    expect(await call).toMatchObject({ code: 'ABORTED' });
    expect(await other).toEqual([]);
  });
});

describe('the listener is removed from the caller’s signal', () => {
  const { signal } = new AbortController();
  const listening = () => getEventListeners(signal, 'abort').length;
  it.each([
    ['that succeeds', rows],
    ['that fails', json({}, 404)],
    ['that cannot be read', json('no')],
    ['that is refused', () => new Response(null, { status: 302 })],
  ] as const)('after a call %s', async (_, reply) => {
    const call = inProcess([reply]).odata.history.list({ signal });
    expect(listening()).toBe(1);
    await call.catch(() => {});
    expect(listening()).toBe(0);
  });
  it.each([
    ['was read to its end', '[{"a":1}]'],
    ['is broken', '[{"a":1},]'],
    ['is no list', '{}'],
  ])('after a stream that %s', async (_, body) => {
    const stream = inProcess([json(body)]).odata.history.stream({ signal });
    const reading = (async () => {
      for await (const record of stream) expect([record, listening()]).toEqual([{ a: 1 }, 1]);
    })();
    await reading.catch(() => {});
    expect(listening()).toBe(0);
  });
  it('after a stream whose reader left', async () => {
    const stream = inProcess([() => new Response(watchedBody('[{"a":1},{').body)]).odata.history.stream({ signal });
    await stream.next();
    expect(listening()).toBe(1);
    await stream.return?.();
    expect(listening()).toBe(0);
  });
  it.each([{ signal }, {}])('after a stream whose response is not a list and is not read (%j)', async (options) => {
    const watched = watchedBody('<html>');
    const { odata, pending } = inProcess([
      () => new Response(watched.body, { headers: { 'content-type': 'text/html' } }),
    ]);
    expect(await rejection(odata.history.stream(options).next())).toMatchObject({ reason: 'content-type' });
    expect([listening(), watched.cancelled, pending.size]).toEqual([0, 1, 0]);
  });
});
