import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { settled } from '@syncline/testing';
import { CallContext } from '../../src/internal.ts';
import { createCall, deferred, rejection } from '../support/call.ts';

const never = () => new Promise<never>(() => {});

describe('a call', () => {
  it('says which request it is, without the query string', () => {
    const { context } = createCall();
    context.beginAttempt();
    expect(context).toMatchObject({ operation: 'listJobs', method: 'GET', path: '/app/jobs', attempts: 1 });
  });

  it('counts down to its deadline', () => {
    const { context, advance } = createCall({ deadline: 1000 });
    advance(400);
    expect(context.remaining).toBe(600);
    advance(700);
    expect(context.remaining).toBe(-100);
  });

  it.each([
    [false, 900],
    [true, 500],
  ])('counts the deadline of a stream from its records, unless it bounds all of it (%s)', (deadlineBoundsStream, left) => {
    const { context, advance } = createCall({ deadline: 1000, deadlineBoundsStream });
    advance(400);
    expect(context.remaining).toBe(600);
    context.restartDeadline();
    advance(100);
    expect(context.remaining).toBe(left);
  });

  it('counts the deadline from an earlier request that it continues', () => {
    const { context, advance } = createCall({ deadline: 1000, startedAt: -300 });
    advance(100);
    expect(context.remaining).toBe(600);
  });

  it('works without an observer and without a signal', () => {
    const { context, ends } = createCall();
    context.throwIfAborted();
    context.end(undefined);
    context.observer?.onEvent({ type: 'refusal', reason: 'budget' });
    expect(ends).toEqual([[undefined, undefined]]);
  });
});

describe('an abort', () => {
  it('while nothing waits is noticed before the next step', async () => {
    const aborter = new AbortController();
    const { context, pending } = createCall({ signal: aborter.signal });
    context.throwIfAborted();
    aborter.abort('enough');
    expect(() => context.throwIfAborted()).toThrow(
      expect.objectContaining({ code: 'ABORTED', cause: 'enough', attempts: 0 }),
    );
    expect(pending.size).toBe(0);
  });

  it('during an attempt cancels it and fails the step, even if the work ignores the cancellation', async () => {
    const aborter = new AbortController();
    const { context, pending } = createCall({ signal: aborter.signal });
    const cancellation = context.beginAttempt();
    const step = rejection(context.run(context.remaining, never));
    aborter.abort('enough');
    const error = await step;
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough', attempts: 1 });
    expect([cancellation.reason, pending.size]).toEqual([error, 0]);
  });

  it('during a pause ends it at once', async () => {
    const aborter = new AbortController();
    const { context, pending, waits } = createCall({ signal: aborter.signal });
    const pause = rejection(context.pause(5000));
    aborter.abort('enough');
    expect(await pause).toMatchObject({ code: 'ABORTED', cause: 'enough' });
    expect([waits, pending.size]).toEqual([[5000], 0]);
  });

  it('while a stream is open cancels its attempt, between two chunks and during one', async () => {
    const aborter = new AbortController();
    const { context, pending } = createCall({ signal: aborter.signal, streaming: true });
    const cancellation = context.beginAttempt();
    expect(await context.run(context.remaining, async () => 'response')).toBe('response');
    const chunk = rejection(context.run(context.remaining, never));
    aborter.abort('enough');
    const error = await chunk;
    expect(error).toMatchObject({ code: 'ABORTED' });
    expect([cancellation.reason, pending.size]).toEqual([error, 0]);
  });

  it('between two chunks cancels the attempt, and the next step can tell', async () => {
    const aborter = new AbortController();
    const { context } = createCall({ signal: aborter.signal, streaming: true });
    const cancellation = context.beginAttempt();
    await context.run(context.remaining, async () => {});
    aborter.abort('enough');
    expect(cancellation.reason).toMatchObject({ code: 'ABORTED', cause: 'enough' });
    expect(() => context.throwIfAborted()).toThrow(expect.objectContaining({ code: 'ABORTED' }));
  });

  it('cancels the attempt under way only, not the one before it', async () => {
    const aborter = new AbortController();
    const { context } = createCall({ signal: aborter.signal });
    const first = context.beginAttempt();
    const second = context.beginAttempt();
    aborter.abort();
    expect([first.reason, second.reason]).toEqual([undefined, expect.objectContaining({ attempts: 2 })]);
  });
});

describe('a step', () => {
  it('returns its result and leaves no timer', async () => {
    const { context, waits, pending } = createCall({ timeout: 700 });
    expect(await context.run(context.remaining, async () => 7)).toBe(7);
    expect([waits, pending.size]).toEqual([[700], 0]);
  });

  it.each([
    [{ timeout: 700, deadline: 1000 }, 0, 'timeout', 700, 700],
    [{ timeout: 700, deadline: 1000 }, 300, 'deadline', 1000, 700],
    [{ timeout: 700, deadline: 1000 }, 299, 'timeout', 700, 700],
    [{ timeout: 700, deadline: 500 }, 0, 'deadline', 500, 500],
    [{ timeout: 700, deadline: 1000 }, 900, 'deadline', 1000, 100],
    [{ timeout: 700, deadline: 1000 }, 2000, 'deadline', 1000, 0],
  ] as const)('%j after %d ms: the %s of %d ms ends it in %d ms', async (limits, spent, limit, milliseconds, wait) => {
    const { context, advance, step, waits, pending } = createCall(limits);
    advance(spent);
    const cancellation = context.beginAttempt();
    const run = rejection(context.run(context.remaining, never));
    expect(waits).toEqual([wait]);
    step();
    const error = await run;
    expect(error).toMatchObject({ code: 'TIMEOUT', limit, milliseconds, attempts: 1 });
    expect([cancellation.reason, pending.size]).toEqual([error, 0]);
  });

  it('of a stream whose records came ends by the timeout, long after the first deadline', async () => {
    const { context, advance, step } = createCall({ timeout: 700, deadline: 1000 });
    advance(5000);
    context.restartDeadline();
    const run = rejection(context.run(context.remaining, never));
    step();
    expect(await run).toMatchObject({ limit: 'timeout', milliseconds: 700 });
  });

  it('that settles after it was interrupted changes nothing', async () => {
    const aborter = new AbortController();
    const { context } = createCall({ signal: aborter.signal });
    const { promise, reject } = deferred<never>();
    const step = rejection(context.run(context.remaining, () => promise));
    aborter.abort('enough');
    reject(new Error('too late'));
    await settled();
    expect(await step).toMatchObject({ code: 'ABORTED' });
  });
});

describe('what a call receives outside an attempt', () => {
  it('fails as a request does that got no response, without the secrets of the call', async () => {
    const { context } = createCall();
    context.addSecrets(['canary-secret']);
    const load = () => Promise.reject(new TypeError('Failed to fetch canary-secret.js'));
    expect(await rejection(context.receive(load))).toMatchObject({
      code: 'NETWORK_ERROR',
      message: 'GET /app/jobs: no complete response from https://api.example: Failed to fetch [redacted].js',
    });
  });

  it('must come before the deadline', async () => {
    const { context, step } = createCall({ timeout: 70_000 });
    const waiting = rejection(context.receive(never));
    step();
    expect(await waiting).toMatchObject({ code: 'TIMEOUT', limit: 'deadline' });
  });
});

it('removes the secrets of each attempt, also one that is added after an event', () => {
  const { context } = createCall();
  context.addSecrets(['first-canary']);
  expect(context.scrub('first-canary second-canary')).toBe('[redacted] second-canary');
  context.addSecrets(['second-canary']);
  expect(context.scrub('first-canary second-canary')).toBe('[redacted] [redacted]');
});

describe('the end of a call', () => {
  it('is reported once, with the first error and status', () => {
    const { context, ends, events } = createCall();
    const error = new Error('broken');
    context.end(error, 404);
    context.end(undefined, 200);
    context.observer?.onEvent({ type: 'refusal', reason: 'budget' });
    expect([ends, events]).toEqual([[[error, 404]], []]);
  });

  it('needs no observer of the end', () => {
    const { context: call } = createCall();
    const context = new CallContext(call.request, call.limits, call.clock, { onEvent: () => {} });
    expect(() => context.end(undefined, 200)).not.toThrow();
    expect(context.observer).toBeUndefined();
  });

  it('removes its listener from the caller’s signal', () => {
    const { signal } = new AbortController();
    const { context } = createCall({ signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    context.end(undefined, 200);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('makes a later abort ineffective', () => {
    const aborter = new AbortController();
    const { context } = createCall({ signal: aborter.signal });
    const cancellation = context.beginAttempt();
    context.end(undefined, 200);
    aborter.abort();
    expect(cancellation.reason).toBeUndefined();
  });
});
