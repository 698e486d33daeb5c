import { bearer } from '@syncline/auth';
import { describe, expect, it } from 'vitest';
import { createCloudClient, type Transport, type TransportResponse } from '../../src/index.ts';
import { inProcess, rejection, settled, watchedBody } from '../support/in-process.ts';

type WithStop = NonNullable<Transport['withCancellation']>;
/** A transport that can be cancelled without a signal. It records its arguments and how it was cancelled. */
const stoppable = (answer: () => TransportResponse | Promise<TransportResponse>) => {
  const given: { url: string; init: Parameters<WithStop>[1]; stop: Parameters<WithStop>[2] }[] = [];
  const stopped: unknown[] = [];
  const withCancellation: WithStop = async (url, init, stop) => {
    given.push({ url, init, stop });
    if (stop.reason !== undefined) throw stop.reason;
    return new Promise((resolve, reject) => {
      stop.onCancel = (reason) => {
        stopped.push(reason);
        reject(reason);
      };
      resolve(answer());
    });
  };
  const transport: Transport = Object.assign(() => Promise.reject(new Error('called with a signal')), {
    withCancellation,
  });
  return { given, stopped, transport };
};
const silent = () => new Promise<TransportResponse>(() => {});

describe('a transport that can be stopped without a signal', () => {
  it('is called this way, with plain data', async () => {
    const { transport, given, stopped } = stoppable(() => Response.json([]));
    const { odata, options } = inProcess([], { fetch: transport, credential: bearer('x') });
    expect(await odata.history.list()).toEqual([]);
    await createCloudClient(options).query('SELECT 1');
    expect(given.map(({ url, init }) => [url, init])).toEqual([
      [
        'https://api.example/app/history',
        { method: 'GET', headers: { accept: 'application/json', authorization: 'Bearer x' }, redirect: 'manual' },
      ],
      [
        'https://api.example/app/api/query',
        {
          method: 'POST',
          body: '{"query":"SELECT 1"}',
          redirect: 'manual',
          headers: { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer x' },
        },
      ],
    ]);
    expect(stopped).toEqual([]);
  });
  it('is stopped once, with the error that the call ends with', async () => {
    const { transport, stopped } = stoppable(silent);
    const aborter = new AbortController();
    const { odata, pending } = inProcess([], { fetch: transport });
    const call = rejection(odata.history.list({ signal: aborter.signal }));
    await settled();
    aborter.abort('enough');
    const error = await call;
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough' });
    expect([stopped, pending.size]).toEqual([[error], 0]);
  });
  it('is stopped when the time of the attempt is up', async () => {
    const { transport, stopped } = stoppable(silent);
    const { odata, step } = inProcess([], { fetch: transport, retry: 0 });
    const call = rejection(odata.history.list());
    await settled();
    step();
    expect([await call]).toEqual(stopped);
  });
  it('is stopped when a stream is aborted between two records', async () => {
    const { transport, stopped } = stoppable(() => new Response(watchedBody('[{"a":1},{').body));
    const aborter = new AbortController();
    const stream = inProcess([], { fetch: transport }).odata.history.stream({ signal: aborter.signal });
    await stream.next();
    const next = rejection(stream.next());
    await settled();
    aborter.abort();
    expect([await next]).toEqual(stopped);
  });
  it.each([
    true,
    false,
  ])('is told if it was stopped before it got the request (without a signal: %s)', async (hasStop) => {
    let apply = () => {};
    const credential = {
      ...bearer('x'),
      scrub: String,
      onUnauthorized: () => false,
      apply: () => new Promise<void>((resolve) => (apply = resolve)),
    };
    const { transport, given } = stoppable(silent);
    const aborter = new AbortController();
    const { odata, asked } = inProcess([silent], { credential, ...(hasStop ? { fetch: transport } : {}) });
    const call = rejection(odata.history.list({ signal: aborter.signal }));
    await settled();
    aborter.abort();
    const error = await call;
    expect(error).toMatchObject({ code: 'ABORTED' });
    apply();
    await settled();
    if (hasStop) expect(given.map(({ stop }) => stop.reason)).toEqual([error]);
    else expect(asked.map(({ init }) => [init.signal.aborted, init.signal.reason])).toEqual([[true, error]]);
  });
  it('gives a waiting credential a signal that ends with the attempt', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const credential = {
      ...bearer('x'),
      scrub: String,
      onUnauthorized: () => false,
      apply: (draft: { signal?: AbortSignal | undefined }) => (
        signals.push(draft.signal, draft.signal), silent() as Promise<never>
      ),
    };
    const aborter = new AbortController();
    const call = rejection(inProcess([silent], { credential }).odata.history.list({ signal: aborter.signal }));
    await settled();
    expect(signals[0]?.aborted).toBe(false);
    aborter.abort();
    expect(signals[0]).toMatchObject({ aborted: true, reason: await call });
    expect(signals[1]).toBe(signals[0]);
  });
});
