import { describe, expect, it } from 'vitest';
import { settled } from '@syncline/testing';
import {
  type CallLimits,
  ConfigError,
  createRetryBudget,
  type RequestEngine,
  sendRequest,
} from '../../src/internal.ts';
import { createCall, createEngine, createTransport, rejection, silence, text, watchedBody } from '../support/call.ts';

type Reply = Parameters<typeof createTransport>[0];
const ok = text('[]');
const reset: Reply = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));

/** Sends a call. Each pause between two attempts ends once everything that is ready has run. */
const send = (replies: Reply[], limits: Partial<CallLimits> = {}, changes: Partial<RequestEngine> = {}) => {
  const call = createCall(limits);
  const { sent, transport } = createTransport(...replies);
  const response = sendRequest(createEngine(transport, changes), call.context);
  const finish = async () => {
    let isDone = false;
    response.then(
      () => (isDone = true),
      () => (isDone = true),
    );
    for (await settled(); !isDone; await settled()) call.step();
    return response;
  };
  return { ...call, sent, response, finish };
};
const types = ({ events }: { events: readonly { type: string }[] }) => events.map(({ type }) => type);

describe('a response', () => {
  it.each([200, 204, 301, 400, 401, 403, 404, 501])('of status %i is returned after one attempt', async (status) => {
    const call = send([() => new Response(null, { status })]);
    expect((await call.finish()).status).toBe(status);
    expect([call.sent.length, types(call)]).toEqual([1, ['attempt']]);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('of status %i is returned after three attempts', async (status) => {
    const call = send([text('no', status)]);
    const response = await call.finish();
    expect([response.status, response.text(), call.context.attempts]).toEqual([status, 'no', 3]);
    expect(call.events).toEqual([
      { type: 'attempt', attempt: 1, milliseconds: 0, status, error: undefined },
      { type: 'wait', attempt: 1, milliseconds: 250, retryAfterSeconds: undefined },
      { type: 'attempt', attempt: 2, milliseconds: 0, status, error: undefined },
      { type: 'wait', attempt: 2, milliseconds: 500, retryAfterSeconds: undefined },
      { type: 'attempt', attempt: 3, milliseconds: 0, status, error: undefined },
    ]);
    expect(call.waits).toEqual([30_000, 250, 30_000, 500, 30_000]);
    expect(call.pending.size).toBe(0);
  });

  it('that is a success after a failure is returned', async () => {
    const call = send([text('no', 503), reset, ok]);
    expect((await call.finish()).status).toBe(200);
    expect(call.events.flatMap((event) => (event.type === 'attempt' ? [event.error ?? event.status] : []))).toEqual([
      503,
      'NETWORK_ERROR',
      200,
    ]);
  });

  it('is returned after one attempt if no retries are allowed', async () => {
    const call = send([text('no', 503)], { retries: 0 });
    expect((await call.finish()).status).toBe(503);
    expect(types(call)).toEqual(['attempt']);
  });
});

describe('a failure without a response', () => {
  it('of the connection is retried, and becomes the error of the call', async () => {
    const call = send([reset]);
    expect(await rejection(call.finish())).toMatchObject({
      code: 'NETWORK_ERROR',
      reason: 'ECONNRESET',
      attempts: 3,
      message: 'GET /app/jobs: no complete response from https://api.example: ECONNRESET',
    });
    expect(types(call)).toEqual(['attempt', 'wait', 'attempt', 'wait', 'attempt']);
  });

  it('of time is retried while the deadline allows', async () => {
    const call = send([silence], { timeout: 700, deadline: 1000, retries: 5 });
    expect(await rejection(call.finish())).toMatchObject({ code: 'TIMEOUT', limit: 'deadline', milliseconds: 1000 });
    expect(call.waits).toEqual([700, 250, 50]);
    expect(call.events.map((event) => ('milliseconds' in event ? event.milliseconds : 0))).toEqual([700, 250, 50]);
  });

  it.each<[string, Reply, string]>([
    ['a body above the limit', text('x'.repeat(1001)), 'RESPONSE_TOO_LARGE'],
    ['an error of Syncline', () => Promise.reject(new ConfigError('fetch', 'is closed')), 'CONFIG_INVALID'],
  ])('is not retried: %s', async (_, reply, code) => {
    const call = send([reply]);
    expect(await rejection(call.finish())).toMatchObject({ code });
    expect(call.events).toEqual([{ type: 'attempt', attempt: 1, milliseconds: 0, status: undefined, error: code }]);
  });

  it('of a hook is retried as a network error, and passed on if it is an error of Syncline', async () => {
    const plain = send([ok], {}, { prepare: () => Promise.reject(new Error('vault')) });
    expect(await rejection(plain.finish())).toMatchObject({ code: 'NETWORK_ERROR', cause: { message: 'vault' } });
    expect(plain.context.attempts).toBe(3);
    const error = new ConfigError('token', 'must be a text');
    const ours = send([ok], {}, { prepare: () => Promise.reject(error) });
    expect(await rejection(ours.finish())).toBe(error);
    expect([ours.context.attempts, ours.sent.length]).toEqual([1, 0]);
  });
});

describe('what surrounds an attempt', () => {
  it('is called for each attempt, and can add headers to it', async () => {
    const around: RequestEngine['around'] = ({ attempts }, sendAttempt) =>
      sendAttempt({ traceparent: `00-${attempts}`, accept: 'text/html' });
    const call = send([reset, ok], {}, { around });
    expect((await call.finish()).text()).toBe('[]');
    expect(call.sent.map(({ init }) => init.headers)).toEqual([
      { accept: 'application/json', traceparent: '00-0' },
      { accept: 'application/json', traceparent: '00-1' },
    ]);
  });

  it('ends the call with what it throws, without a retry', async () => {
    const error = new TypeError('no span');
    let count = 0;
    const call = send([ok], {}, { around: () => Promise.reject(((count += 1), error)) });
    expect(await rejection(call.finish())).toBe(error);
    expect([count, call.sent.length, types(call)]).toEqual([1, 0, ['attempt']]);
  });
});

describe('Retry-After', () => {
  const busy = (value: string, status = 503) => text('', status, { 'retry-after': value });

  it.each([
    ['7', 7000, 7],
    ['0', 250, 0],
    ['Mon, 01 Jun 2026 00:00:05 GMT', 5000, 5],
    ['Mon, 01 Jun 2020 00:00:05 GMT', 250, 0],
    ['soon', 250, undefined],
  ])('%s is the minimum pause', async (value, milliseconds, retryAfterSeconds) => {
    const call = send([busy(value), ok]);
    await call.finish();
    expect(call.events[1]).toEqual({ type: 'wait', attempt: 1, milliseconds, retryAfterSeconds });
  });

  it('beyond a minute ends the call at once', async () => {
    const call = send([busy('61')], { deadline: 600_000 });
    expect((await call.finish()).status).toBe(503);
    expect(call.events.slice(1)).toEqual([{ type: 'refusal', reason: 'retry-after' }]);
  });

  it('beyond the deadline ends the call at once', async () => {
    const call = send([busy('10')], { deadline: 10_000 });
    expect((await call.finish()).status).toBe(503);
    expect(call.events.slice(1)).toEqual([{ type: 'refusal', reason: 'deadline' }]);
  });
});

describe('the retry budget', () => {
  const numbers = { capacity: 20, cost: 10, throttledCost: 5 };

  it('ends the retries of all calls when it is spent', async () => {
    const budget = createRetryBudget(numbers);
    const first = send([text('', 503)], {}, { budget });
    await first.finish();
    expect([first.context.attempts, budget.tokens]).toEqual([3, 0]);
    const second = send([reset], {}, { budget });
    expect(await rejection(second.finish())).toMatchObject({ code: 'NETWORK_ERROR', attempts: 1 });
    expect(second.events.slice(1)).toEqual([{ type: 'refusal', reason: 'budget' }]);
  });

  it('costs less after a 429', async () => {
    const budget = createRetryBudget(numbers);
    await send([text('', 429)], {}, { budget }).finish();
    expect(budget.tokens).toBe(10);
  });

  it('is refunded the last retry of a success, and one token for a success without a retry', async () => {
    const budget = createRetryBudget(numbers);
    await send([text('', 503), text('', 503), ok], {}, { budget }).finish();
    expect(budget.tokens).toBe(10);
    await send([ok], {}, { budget }).finish();
    expect(budget.tokens).toBe(11);
    await send([text('', 404)], {}, { budget }).finish();
    expect(budget.tokens).toBe(11);
  });
});

describe('an abort', () => {
  it('before the call sends nothing', async () => {
    const call = send([ok], { signal: AbortSignal.abort('enough') });
    expect(await rejection(call.response)).toMatchObject({ code: 'ABORTED', cause: 'enough', attempts: 0 });
    expect([call.sent, call.events, call.waits]).toEqual([[], [], []]);
  });

  it('in a pause ends the call at once, and leaves no timer', async () => {
    const aborter = new AbortController();
    const call = send([text('', 503), ok], { signal: aborter.signal });
    await settled();
    expect(call.pending.size).toBe(1);
    aborter.abort('enough');
    expect(await rejection(call.response)).toMatchObject({ code: 'ABORTED', attempts: 1 });
    expect([call.sent.length, call.pending.size, types(call)]).toEqual([1, 0, ['attempt', 'wait']]);
  });

  it('during an attempt is not retried', async () => {
    const aborter = new AbortController();
    const call = send([silence], { signal: aborter.signal });
    await settled();
    aborter.abort('enough');
    expect(await rejection(call.response)).toMatchObject({ code: 'ABORTED', attempts: 1 });
    expect([types(call), call.pending.size]).toEqual([['attempt'], 0]);
  });
});

describe('an attempt whose time was up', () => {
  it('has its late response cancelled, which the next attempt does not notice', async () => {
    let reply: (response: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => (reply = resolve));
    const call = send([() => late, ok], { timeout: 700 });
    await settled();
    call.step();
    await settled();
    const watched = watchedBody('late');
    reply(new Response(watched.body));
    await settled();
    expect(watched.cancelled).toBe(1);
    expect((await call.finish()).status).toBe(200);
    expect(call.sent.map(({ init }) => init.signal.aborted)).toEqual([true, false]);
  });
});
