import { describe, expect, it } from 'vitest';
import { settled } from '@syncline/testing';
import {
  type AttemptRequest,
  type ClientResponse,
  ConfigError,
  type Transport,
  type TransportResponse,
} from '../../src/internal.ts';
import { sendAttempt } from '../../src/http/send-attempt.ts';
import {
  createCall,
  createEngine,
  createTransport,
  deferred,
  rejection,
  silence,
  text,
  watchedBody,
} from '../support/call.ts';

describe('one attempt', () => {
  it('passes plain data to the transport: address, method, headers, a signal and no redirects', async () => {
    const { sent, transport } = createTransport(text('[]'));
    const { context } = createCall();
    const response = await sendAttempt(createEngine(transport), context);
    expect([response.status, response.ok, response.text(), context.attempts]).toEqual([200, true, '[]', 1]);
    expect(sent).toEqual([
      {
        url: 'https://api.example/app/jobs?key=secret',
        init: {
          method: 'GET',
          headers: { accept: 'application/json' },
          redirect: 'manual',
          cache: 'no-store',
          signal: expect.any(AbortSignal),
        },
      },
    ]);
  });

  it('passes no signal to a cancellable transport', async () => {
    const given: unknown[] = [];
    const transport: Transport = Object.assign(() => Promise.reject(new Error('called with a signal')), {
      withCancellation: async (...all: unknown[]) => (given.push(...all), new Response('[]')),
    });
    const { context } = createCall();
    await sendAttempt(createEngine(transport), context);
    expect(given).toEqual([
      'https://api.example/app/jobs?key=secret',
      { method: 'GET', headers: { accept: 'application/json' }, redirect: 'manual' },
      expect.objectContaining({ reason: undefined }),
    ]);
  });
});

describe('prepare', () => {
  it('changes what is sent, but not the request of the call', async () => {
    const { sent, transport } = createTransport(text('[]'));
    const { context } = createCall();
    const prepare = (attempt: AttemptRequest) => {
      attempt.url += '&more=1';
      attempt.headers['authorization'] = 'Bearer x';
      attempt.body = 'a=b';
    };
    await sendAttempt(createEngine(transport, { prepare }), context);
    await sendAttempt(createEngine(transport, { prepare }), context);
    expect(sent.map(({ url, init: { body, headers } }) => [url, headers['authorization'], body])).toEqual(
      Array.from({ length: 2 }, () => ['https://api.example/app/jobs?key=secret&more=1', 'Bearer x', 'a=b']),
    );
    expect(context.request).toMatchObject({
      url: 'https://api.example/app/jobs?key=secret',
      headers: { accept: 'application/json' },
      body: undefined,
    });
  });

  it('is waited for', async () => {
    const { sent, transport } = createTransport(text('[]'));
    const { promise, resolve } = deferred<void>();
    const { context } = createCall();
    const attempt = sendAttempt(createEngine(transport, { prepare: () => promise }), context);
    await settled();
    expect(sent).toEqual([]);
    resolve();
    await attempt;
    expect(sent).toHaveLength(1);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no key');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no key'))],
  ])('that %s with another error ends the attempt as a network error', async (_, prepare) => {
    const { sent, transport } = createTransport(text('[]'));
    const { context } = createCall();
    expect(await rejection(sendAttempt(createEngine(transport, { prepare }), context))).toMatchObject({
      code: 'NETWORK_ERROR',
      cause: { message: 'no key' },
    });
    expect(sent).toEqual([]);
  });

  it('that throws an error of Syncline ends the attempt with that error', async () => {
    const { transport } = createTransport(text('[]'));
    const error = new ConfigError('token', 'must be a text');
    const engine = createEngine(transport, { prepare: () => Promise.reject(error) });
    expect(await rejection(sendAttempt(engine, createCall().context))).toBe(error);
  });
});

describe('follow', () => {
  /** A `follow` that takes one of the given steps for each response, and then stops. */
  const following = (...steps: ('renewed' | 'redirected' | undefined)[]) => {
    const seen: unknown[] = [];
    const follow = (response: ClientResponse, attempt: AttemptRequest) => {
      seen.push([response.status, attempt.redirects, attempt.isRenewed]);
      const step = steps.shift();
      if (step === 'renewed') return attempt.renewed();
      return step === 'redirected' ? attempt.redirectedTo('https://api.example/else') : undefined;
    };
    return { seen, follow };
  };

  it.each([
    ['at once', <Value>(value: Value) => value],
    ['by a promise', <Value>(value: Value) => Promise.resolve(value)],
  ] as const)('leads %s to the same request without the additions, at the target of the redirect', async (_, as) => {
    const { sent, transport } = createTransport(text('', 401), text('', 302), text('[]'));
    const { seen, follow } = following('renewed', 'redirected');
    let count = 0;
    const engine = createEngine(transport, {
      follow: (response, attempt) => as(follow(response, attempt)),
      prepare: (attempt) => void (attempt.headers[`x-${(count += 1)}`] = 'yes'),
    });
    const { context } = createCall();
    expect((await sendAttempt(engine, context)).text()).toBe('[]');
    expect(seen).toEqual([
      [401, 0, false],
      [302, 0, true],
      [200, 1, true],
    ]);
    expect(sent.map(({ url, init }) => [url, Object.keys(init.headers)])).toEqual([
      ['https://api.example/app/jobs?key=secret', ['accept', 'x-1']],
      ['https://api.example/app/jobs?key=secret', ['accept', 'x-2']],
      ['https://api.example/else', ['accept', 'x-3']],
    ]);
    expect(context.attempts).toBe(1);
  });

  it('cancels the body of the response before it', async () => {
    const watched = watchedBody('wait');
    const { transport } = createTransport(() => new Response(watched.body, { status: 401 }), text('[]'));
    await sendAttempt(createEngine(transport, { follow: following('renewed').follow }), createCall().context);
    expect(watched.cancelled).toBe(1);
  });

  it('that fails cancels the body of the response, which would hold its connection', async () => {
    const watched = watchedBody('wait');
    const { transport } = createTransport(() => new Response(watched.body, { status: 401 }));
    const follow = () => Promise.reject(new ConfigError('clientSecret', 'is missing'));
    await rejection(sendAttempt(createEngine(transport, { follow }), createCall().context));
    expect(watched.cancelled).toBe(1);
  });

  it('that throws ends the attempt and closes its connection', async () => {
    const { sent, transport } = createTransport(text('', 302));
    const error = new ConfigError('baseUrl', 'leads elsewhere');
    const follow = () => {
      throw error;
    };
    expect(await rejection(sendAttempt(createEngine(transport, { follow }), createCall().context))).toBe(error);
    expect(sent[0]?.init.signal).toMatchObject({ aborted: true, reason: error });
  });
});

describe('a request that the transport has refused', () => {
  it('is over: nothing aborts its signal, not even the caller in the pause after it', async () => {
    const aborting = new AbortController();
    const { context } = createCall({ signal: aborting.signal });
    const { sent, transport } = createTransport(() => Promise.reject(new Error('refused')));
    await rejection(sendAttempt(createEngine(transport), context));
    aborting.abort();
    expect(sent[0]?.init.signal.aborted).toBe(false);
  });
});

describe('the body', () => {
  it('of a success may be as large as the limit, and no larger', async () => {
    const { sent, transport } = createTransport(text('x'.repeat(1000)), text('x'.repeat(1001)));
    const { context } = createCall();
    const engine = createEngine(transport);
    expect(await sendAttempt(engine, context)).toMatchObject({ size: 1000, isCut: false });
    const error = await rejection(sendAttempt(engine, context));
    expect(error).toMatchObject({ code: 'RESPONSE_TOO_LARGE', maxBytes: 1000, status: 200, attempts: 2 });
    expect(sent[1]?.init.signal.aborted).toBe(true);
  });

  it('of a failure is read up to 64 KiB, whatever the limit is', async () => {
    const { transport } = createTransport(text('x'.repeat(65_536), 500), text('x'.repeat(65_537), 500));
    const { context } = createCall();
    const engine = createEngine(transport);
    expect(await sendAttempt(engine, context)).toMatchObject({ status: 500, size: 65_536, isCut: false });
    expect(await sendAttempt(engine, context)).toMatchObject({ status: 500, size: 65_536, isCut: true });
  });

  it.each([
    [200, { code: 'NETWORK_ERROR', cause: { message: 'cut' } }],
    [404, undefined],
  ])('of status %d that breaks off is an error only if the status is a success', async (status, expected) => {
    const body = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('[')),
        pull: () => Promise.reject(new Error('cut')),
      });
    const { transport } = createTransport(() => new Response(body(), { status }));
    const attempt = sendAttempt(createEngine(transport), createCall().context);
    if (expected) expect(await rejection(attempt)).toMatchObject(expected);
    else expect(await attempt).toMatchObject({ status, isCut: true, size: 1 });
  });

  it('that has arrived is used as it is, without reading', async () => {
    const arrived = new TextEncoder().encode('[7]');
    const response: TransportResponse = {
      status: 200,
      headers: new Headers(),
      arrived: () => arrived,
      get body(): never {
        throw new Error('read');
      },
    };
    const { transport } = createTransport(() => response);
    const { bytes, body } = await sendAttempt(createEngine(transport), createCall().context);
    expect(bytes).toBe(arrived);
    expect(body).toBeNull();
  });

  it('that has arrived is limited too', async () => {
    const response = { status: 200, headers: new Headers(), arrived: () => new Uint8Array(1001), body: null };
    const { transport } = createTransport(() => response);
    expect(await rejection(sendAttempt(createEngine(transport), createCall().context))).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
    });
  });

  it('of a stream is passed on unread', async () => {
    const watched = watchedBody('a', 'b');
    const { sent, transport } = createTransport(() => new Response(watched.body));
    const response = await sendAttempt(createEngine(transport), createCall({ streaming: true }).context);
    expect([response.body, response.parts, response.isEmpty, response.isCut]).toEqual([
      watched.body,
      undefined,
      false,
      false,
    ]);
    expect([watched.cancelled, sent[0]?.init.signal.aborted]).toEqual([0, false]);
  });

  it.each([
    ['that failed', () => new Response('no', { status: 404 }), 'no'],
    ['without a body', () => new Response(null, { status: 204 }), ''],
  ])('of a stream %s is read', async (_, reply, expected) => {
    const { transport } = createTransport(reply);
    const response = await sendAttempt(createEngine(transport), createCall({ streaming: true }).context);
    expect([response.text(), response.body]).toEqual([expected, null]);
  });
});

describe('an attempt that was cancelled', () => {
  it('cancels the body of the response that comes too late', async () => {
    const aborter = new AbortController();
    const { context } = createCall({ signal: aborter.signal });
    const { promise, resolve } = deferred<TransportResponse>();
    const { transport } = createTransport(() => promise);
    const attempt = rejection(sendAttempt(createEngine(transport), context));
    await settled();
    aborter.abort('enough');
    const watched = watchedBody('late');
    resolve(new Response(watched.body));
    expect(await attempt).toMatchObject({ code: 'ABORTED', cause: 'enough' });
    expect(watched.cancelled).toBe(1);
  });

  it('tells the transport why', async () => {
    const aborter = new AbortController();
    const { context } = createCall({ signal: aborter.signal });
    const { sent, transport } = createTransport(silence);
    const run = rejection(context.run(context.remaining, () => sendAttempt(createEngine(transport), context)));
    await settled();
    aborter.abort('enough');
    expect(sent[0]?.init.signal).toMatchObject({ aborted: true, reason: await run });
  });
});
