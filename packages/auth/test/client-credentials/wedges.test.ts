import { describe, expect, it } from 'vitest';
import { eventually, settled } from '@syncline/testing';
import { memoryTokenStore, sharedTokens, type TokenEvent } from '../../src/index.ts';
import { redisTokenStore } from '../../src/redis/index.ts';
import { bearer, grant, make } from '../support/client-credentials.ts';
import { request } from '../support/credential-request.ts';
import { tokenServer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

describe('a credential is not blocked', () => {
  it('by a secret function that hangs once, during a refresh in the background', async () => {
    await using server = await tokenServer(grant(100));
    const { options, time } = virtualTime();
    const events: TokenEvent[] = [];
    let asked = 0;
    const clientSecret = () => ((asked += 1) === 2 ? new Promise<string>(() => {}) : 'the client secret');
    const credential = make(server.url, { ...options, clientSecret, onEvent: (event) => events.push(event) });
    await bearer(credential);
    time.nowMs += 60_000;
    expect(await bearer(credential)).toBe('Bearer token-1');
    await eventually(() => asked === 2);
    time.nowMs += 10_000;
    time.expire();
    await eventually(() => events.length === 2);
    expect(events[1]).toMatchObject({
      type: 'token_refresh_failed',
      error: { message: 'No response from clientSecret() within 10000 ms' },
    });
    time.nowMs += 5_000;
    await bearer(credential);
    await eventually(() => events.length === 3);
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('by its own token store that hangs once', async () => {
    const { options, time } = virtualTime();
    let count = 0;
    const token = { value: 'from-the-store', lifetimeMs: 100_000, endsAt: Number.POSITIVE_INFINITY };
    const obtain = () => ((count += 1) === 1 ? new Promise<never>(() => {}) : Promise.resolve(token));
    const credential = make('http://localhost:1', { ...options, tokenStore: { obtain } });
    const caller = new AbortController();
    const second = bearer(credential).catch((error: unknown) => error);
    void bearer(credential, { signal: caller.signal }).catch(() => {});
    caller.abort(new Error('enough'));
    time.nowMs += 60_000;
    time.expire();
    expect(await second).toMatchObject({ code: 'AUTH_FAILED', message: 'No response from tokenStore in 60000 ms' });
    expect(await bearer(credential)).toBe('Bearer from-the-store');
  });
});

describe('a token store that hangs during a refresh in the background', () => {
  /** The first token has expired, and the background refresh that began earlier is still running. */
  async function expired(misbehaves: (count: number) => boolean | 'fail') {
    const { options, time } = virtualTime();
    const events: TokenEvent[] = [];
    const signals: AbortSignal[] = [];
    const obtain = async ({ signal }: { readonly signal: AbortSignal }) => {
      const count = signals.push(signal);
      const how = misbehaves(count);
      // The failure arrives when a call is already waiting for the refresh.
      if (how === 'fail') await eventually(() => time.nowMs >= 1_100_000);
      if (how === 'fail') throw new TypeError('the store is closed');
      if (how) await new Promise(() => {});
      return { value: `token-${count}`, lifetimeMs: 100_000, endsAt: time.nowMs + 100_000 };
    };
    const onEvent = (event: TokenEvent): void => void events.push(event);
    const credential = make('http://localhost:1', { ...options, onEvent, tokenStore: { obtain } });
    expect(await bearer(credential)).toBe('Bearer token-1');
    time.nowMs += 60_000;
    expect(await bearer(credential)).toBe('Bearer token-1');
    time.nowMs += 40_000;
    return { credential, events, signals, time };
  }

  it('ends after ten seconds, and the calls that wait for it request another token in the same attempt', async () => {
    const { credential, events, signals, time } = await expired((count) => count === 2);
    const calls = [bearer(credential), bearer(credential)];
    await settled();
    expect(signals).toHaveLength(2);
    time.nowMs += 10_000;
    time.expire(10_000);
    expect(await Promise.all(calls)).toEqual(['Bearer token-3', 'Bearer token-3']);
    expect(signals).toHaveLength(3);
    expect(events).toMatchObject([
      { type: 'token_refresh_failed', error: { message: 'No response from tokenStore in 10000 ms' } },
    ]);
  });

  it('does not make a call fail if it fails', async () => {
    const { credential, signals } = await expired((count) => count === 2 && 'fail');
    expect(await bearer(credential)).toBe('Bearer token-3');
    expect(signals).toHaveLength(3);
  });

  it('ends only the wait of the call that is aborted', async () => {
    const { credential, signals, time } = await expired((count) => count === 2);
    const caller = new AbortController();
    const first = bearer(credential, { signal: caller.signal }).catch((error: unknown) => error);
    const second = bearer(credential);
    caller.abort('enough');
    expect(await first).toBe('enough');
    expect(signals).toHaveLength(2);
    time.expire(10_000);
    expect(await second).toBe('Bearer token-3');
  });

  it('fails a call after the time limit of a request if the next request hangs too', async () => {
    const { credential, signals, time } = await expired((count) => count >= 2);
    const call = bearer(credential).catch((error: unknown) => error);
    time.expire(10_000);
    await settled();
    expect(signals).toHaveLength(3);
    time.expire(60_000);
    expect(await call).toMatchObject({ message: 'No response from tokenStore in 60000 ms' });
  });
});

describe('a service that rejects every token', () => {
  it('costs one token per five seconds, and not one per call', async () => {
    await using server = await tokenServer(grant(3600));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    const call = async () => {
      const sent = request();
      await credential.apply(sent);
      return credential.onUnauthorized(sent);
    };
    expect(await call()).toBe(true);
    for (let count = 0; count < 100; count += 1) expect(await call()).toBe(false);
    expect(server.seen).toHaveLength(2);
    time.nowMs += 5_000;
    expect(await call()).toBe(true);
    expect(server.seen).toHaveLength(3);
  });
});

describe('a Redis client', () => {
  /** A fake Redis client that keeps its values in a map. */
  const redis = (encode: (answer: string) => unknown) => {
    const values = new Map<string, string>();
    return {
      values,
      call: async (command: string, name: string, value = '', ...more: string[]) => {
        if (command === 'GET') return values.has(name) ? encode(values.get(name) as string) : null;
        if (command === 'PTTL') return values.has(name) ? 3_600_000 : -2;
        if (command === 'EVAL') return values.delete(more[0] as string) ? 1 : 0;
        if (more.includes('NX') && values.has(name)) return null;
        values.set(name, value);
        return encode('OK');
      },
    };
  };
  const key = new Uint8Array(32);

  it('that returns buffers shares its tokens', async () => {
    await using server = await tokenServer(grant(3600));
    const client = redis((answer) => Buffer.from(answer));
    const member = () => make(server.url, { tokenStore: sharedTokens({ store: redisTokenStore(client), key }) });
    expect(await bearer(member())).toBe('Bearer token-1');
    expect(await bearer(member())).toBe('Bearer token-1');
    expect(server.seen).toHaveLength(1);
  });

  it('that returns something else is reported, and not trusted', async () => {
    await using server = await tokenServer(grant(3600));
    const events: TokenEvent[] = [];
    const store = redisTokenStore(redis((answer) => ({ answer })));
    const tokenStore = sharedTokens({ store, key });
    expect(await bearer(make(server.url, { tokenStore, onEvent: (event) => events.push(event) }))).toBe(
      'Bearer token-1',
    );
    expect(events[0]).toMatchObject({ type: 'token_store_failed', operation: 'lock', reason: 'TypeError' });
  });
});

it.each([
  { value: 'x', remainingMs: Number.NaN },
  { value: 'x', remainingMs: '5' },
  { value: 'x', remainingMs: -1 },
  { value: 7, remainingMs: 5 },
])('a store that returns %o, which is no value with its time, is reported and not trusted', async (kept) => {
  await using server = await tokenServer(grant(3600));
  const events: TokenEvent[] = [];
  const store = { ...memoryTokenStore(), get: async () => kept as never };
  const tokenStore = sharedTokens({ store, key: new Uint8Array(32) });
  expect(await bearer(make(server.url, { tokenStore, onEvent: (event) => events.push(event) }))).toBe('Bearer token-1');
  await settled();
  expect(events[0]).toMatchObject({ type: 'token_store_failed', operation: 'get', reason: 'TypeError' });
});

it('a lock that a process left behind delays a call by at most half of its time', async () => {
  await using server = await tokenServer(grant(3600));
  const { options, time } = virtualTime();
  const store = memoryTokenStore(options.clock);
  const events: TokenEvent[] = [];
  const tokenStore = sharedTokens({ store: { ...store, lock: async () => undefined }, key: new Uint8Array(32) });
  const onEvent = (event: TokenEvent): void => void events.push(event);
  const began = time.nowMs;
  const credential = make(server.url, { ...options, tokenStore, deadline: 20_000, onEvent });
  expect(await bearer(credential)).toBe('Bearer token-1');
  expect(time.nowMs - began).toBeGreaterThanOrEqual(10_000);
  expect(time.nowMs - began).toBeLessThan(11_000);
  expect(events).toMatchObject([{ type: 'token_obtained', from: 'endpoint' }]);
});
