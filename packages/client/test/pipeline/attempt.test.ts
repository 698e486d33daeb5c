import { bearer } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createCloudClient, type TransportResponse } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply, settled, watchedBody } from '../support/in-process.ts';

const rows = json([]);
/** A reply that arrives or fails when the test decides. */
const later = () => {
  let resolve: (response: TransportResponse) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<TransportResponse>((...given) => ([resolve, reject] = given));
  const reply: Reply = () => promise;
  return { reply, resolve, reject };
};

describe('one attempt', () => {
  it('passes plain data to the transport: the address, the method, lower-case headers, a signal, and no redirects', async () => {
    const { odata, asked } = inProcess([rows]);
    await odata.raw.GET('/history', { headers: { 'X-Trace': '7' } });
    expect(asked).toEqual([
      {
        url: 'https://api.example/app/history',
        init: {
          method: 'GET',
          headers: { accept: 'application/json', 'x-trace': '7', authorization: `Basic ${btoa('ada:secret')}` },
          signal: expect.any(AbortSignal),
          redirect: 'manual',
          cache: 'no-store',
        },
      },
    ]);
    expect('body' in (asked[0]?.init ?? {})).toBe(false);
  });
  it('sends the body of a POST, and its type', async () => {
    const { options, asked } = inProcess([rows]);
    await createCloudClient(options).query('SELECT 1');
    expect(asked[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"query":"SELECT 1"}',
      redirect: 'manual',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
  });
  it('has its own signal, and no timer when it is over', async () => {
    const { odata, asked, pending } = inProcess([json({}, 503), rows]);
    await odata.history.list();
    expect(asked).toHaveLength(2);
    expect(asked[0]?.init.signal).not.toBe(asked[1]?.init.signal);
    expect(pending.size).toBe(0);
  });
});

describe('an attempt that fails', () => {
  it.each([
    ['because its body is too large', () => new Response('[        ]')],
    [
      'because its redirect is refused',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
    ],
  ])('%s closes its connection and leaves no timer', async (_, reply) => {
    const { odata, asked, pending } = inProcess([reply as Reply], { retry: 0, maxBodyBytes: 5 });
    await rejection(odata.history.list());
    expect(asked[0]?.init.signal.aborted).toBe(true);
    expect(pending.size).toBe(0);
  });
  it('because the transport refused it leaves no timer, and has nothing to close', async () => {
    const reply = () => Promise.reject(new TypeError('fetch failed'));
    const { odata, asked, pending } = inProcess([reply], { retry: 0 });
    await rejection(odata.history.list());
    expect(asked[0]?.init.signal.aborted).toBe(false);
    expect(pending.size).toBe(0);
  });
  it('because its time is up tells the transport why', async () => {
    const { odata, asked, step, pending } = inProcess([() => new Promise(() => {})], { retry: 0, timeout: 700 });
    const call = rejection(odata.history.list());
    await settled();
    step();
    const error = await call;
    expect(error).toMatchObject({
      code: 'TIMEOUT',
      limit: 'timeout',
      milliseconds: 700,
      message: 'GET /app/history: no complete response within the timeout of 700 ms',
    });
    expect(asked[0]?.init.signal).toMatchObject({ aborted: true, reason: error });
    expect(pending.size).toBe(0);
  });
  it.each([
    [{ timeout: 1000, deadline: 1000 }, 'deadline', 1000, 1000],
    [{ timeout: 1000, deadline: 1001 }, 'timeout', 1000, 1000],
    [{ timeout: 1001, deadline: 1000 }, 'deadline', 1000, 1000],
  ])('under %j says which limit was reached', async (limits, limit, milliseconds, wait) => {
    const { odata, step, waits } = inProcess([() => new Promise(() => {})], { retry: 0, ...limits });
    const call = rejection(odata.history.list());
    await settled();
    step();
    expect(await call).toMatchObject({ code: 'TIMEOUT', limit, milliseconds });
    expect(waits).toEqual([wait]);
  });
  it.each([
    ['of its connection', () => Promise.reject(new Error('reset'))],
    [
      'of its body',
      () => new Response(new ReadableStream({ start: (controller) => controller.error(new Error('cut')) })),
    ],
  ] as const)('still ends if the failure %s cannot be reported', async (_, reply) => {
    const scrub = () => {
      throw new TypeError('no such vault');
    };
    const { odata, pending } = inProcess([reply], {
      credential: { ...bearer('x'), apply: () => {}, onUnauthorized: () => false, scrub },
    });
    const failure = { code: 'NETWORK_ERROR', cause: { message: '[credential.scrub failed]' } };
    expect(await rejection(odata.history.list())).toMatchObject(failure);
    expect(await rejection(odata.history.stream().next())).toMatchObject(failure);
    expect(pending.size).toBe(0);
  });
  it('because its body stalls also reaches the time limit', async () => {
    const watched = watchedBody('[');
    const { odata, step } = inProcess([() => new Response(watched.body)], { retry: 0 });
    const call = rejection(odata.history.list());
    await settled();
    step();
    expect(await call).toMatchObject({ code: 'TIMEOUT', limit: 'timeout', milliseconds: 30_000 });
  });
});

describe('the result of an attempt after its time limit', () => {
  const overtaken = async (first: Reply) => {
    const aborter = new AbortController();
    const made = inProcess([first, () => new Promise(() => {})]);
    const call = rejection(made.odata.history.list({ signal: aborter.signal, timeout: 100 }));
    await settled();
    made.step();
    await settled();
    expect(made.asked).toHaveLength(2);
    return { ...made, aborter, call };
  };
  it('does not affect the next attempt if it is a failure; that attempt can still be aborted', async () => {
    const { reply, reject } = later();
    const { aborter, call, pending } = await overtaken(reply);
    reject(new Error('too late'));
    await settled();
    expect(pending.size).toBe(1);
    aborter.abort();
    expect(await call).toMatchObject({ code: 'ABORTED', attempts: 2 });
    expect(pending.size).toBe(0);
  });
  it('does not affect it if it is a body', async () => {
    let arrive: (bytes: Uint8Array) => void = () => {};
    const body = {
      async *[Symbol.asyncIterator]() {
        yield await new Promise<Uint8Array>((resolve) => (arrive = resolve));
      },
    };
    const { aborter, call, pending } = await overtaken(() => ({
      status: 200,
      ok: true,
      headers: { get: () => null },
      body,
    }));
    arrive(new TextEncoder().encode('[]'));
    await settled();
    await settled();
    expect(pending.size).toBe(1);
    aborter.abort();
    expect(await call).toMatchObject({ code: 'ABORTED', attempts: 2 });
  });
  it('is cancelled unread if it is a response', async () => {
    const { reply, resolve } = later();
    const { aborter, call } = await overtaken(reply);
    const watched = watchedBody('[]');
    resolve(new Response(watched.body));
    await settled();
    expect(watched.cancelled).toBe(1);
    aborter.abort();
    expect(await call).toMatchObject({ code: 'ABORTED', attempts: 2 });
  });
});
