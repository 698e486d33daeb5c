import { describe, expect, it } from 'vitest';
import { ConfigError, type Transport, type TransportResponse } from '../../src/internal.ts';
import { ClientResponse } from '../../src/http/client-response.ts';
import { sendAttempt } from '../../src/http/send-attempt.ts';
import { createCall, createEngine, createTransport, rejection, text } from '../support/call.ts';

const headers = { get: () => null };
const throwing = (): never => {
  throw new TypeError('broken');
};

describe('a transport that does not return a response', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'canary'],
    ['no status', { headers, body: null }],
    ['a status that is no number', { status: '200', headers, body: null }],
    ['no headers', { status: 200, body: null }],
    ['headers without get', { status: 200, headers: {}, body: null }],
  ])('is named: %s', async (_, response) => {
    const transport: Transport = async () => response as TransportResponse;
    const { context } = createCall();
    expect(await rejection(sendAttempt(createEngine(transport), context))).toMatchObject({
      code: 'CALLBACK_FAILED',
      callback: 'fetch',
      message: 'GET /app/jobs: fetch failed: it must return a response',
    });
  });

  it.each([
    ['a text', 'canary'],
    ['numbers', [1, 2]],
  ])('is named if the body has a part that is not bytes: %s', async (_, part) => {
    const body = { [Symbol.asyncIterator]: () => [part][Symbol.iterator]() } as never;
    const transport: Transport = async () => ({ status: 200, headers, body });
    const { context } = createCall();
    expect(await rejection(sendAttempt(createEngine(transport), context))).toMatchObject({
      message: 'GET /app/jobs: fetch failed: its body must be bytes',
    });
  });

  it('does not hide why the attempt ends if its body cannot be read', async () => {
    const response = { status: 302, headers };
    Object.defineProperty(response, 'body', { get: throwing });
    const transport: Transport = async () => response as never;
    const follow = (): never => {
      throw new ConfigError('redirect', 'is not followed');
    };
    const { context } = createCall();
    expect(await rejection(sendAttempt(createEngine(transport, { follow }), context))).toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'redirect',
    });
  });

  it.each<[string, () => unknown]>([
    ['throws', throwing],
    ['rejects', () => Promise.reject(new Error('canary'))],
    ['returns a number', () => 7],
    ['returns undefined', () => undefined],
  ])('is named if reading a header %s', (_, get) => {
    const response = new ClientResponse({ status: 200, headers: { get }, body: null } as never, createCall().context);
    expect(() => response.headers.get('location')).toThrow(
      expect.objectContaining({
        callback: 'fetch',
        message: 'GET /app/jobs: fetch failed: the headers of its response must be texts or null',
      }),
    );
  });

  it.each(['', 'x', null])('may have a header with the value %j, or none', (value) => {
    const response = { status: 200, headers: { get: () => value }, body: null };
    expect(new ClientResponse(response as never, createCall().context).headers.get('location')).toBe(value);
  });
});

describe('the request of an attempt', () => {
  it('passes the secrets and what it waits for on to the call, and has the signal of the attempt', async () => {
    const { transport } = createTransport(text('[]'));
    const { context } = createCall();
    let waited: string | undefined;
    let isSame = false;
    const prepare = (attempt: Parameters<ReturnType<typeof createEngine>['prepare']>[0]) => {
      attempt.addSecrets(['the-key-of-this-call']);
      attempt.waitFor(() => 'the vault');
      waited = context.waitingFor?.();
      isSame = attempt.signal === attempt.cancellation.signal;
    };
    await sendAttempt(createEngine(transport, { prepare }), context);
    expect([waited, isSame, context.waitingFor]).toEqual(['the vault', true, undefined]);
    expect(context.scrub('refused the-key-of-this-call')).toBe('refused [redacted]');
  });

  it('has a body only if the call has one', async () => {
    const { sent, transport } = createTransport(text('[]'));
    const { context } = createCall();
    await sendAttempt(createEngine(transport), context);
    expect(Object.keys(sent[0]!.init).toSorted()).toEqual(['cache', 'headers', 'method', 'redirect', 'signal']);
  });
});

it('a stream of a failure, or without a body, is read like any other response', async () => {
  const { transport } = createTransport(text('refused', 400), () => new Response(null, { status: 204 }));
  const { context } = createCall({ streaming: true });
  const engine = createEngine(transport);
  const failure = await sendAttempt(engine, context);
  expect([failure.shownText(), failure.body, failure.isCut]).toEqual(['refused', null, false]);
  const nothing = await sendAttempt(engine, context);
  expect([nothing.isEmpty, nothing.body, nothing.isCut]).toEqual([true, null, false]);
});
