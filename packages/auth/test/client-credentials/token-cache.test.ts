import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  clientCredentials,
  type ClientCredentialsOptions,
  type Credential,
  type CredentialRequest,
  type TokenEvent,
} from '../../src/index.ts';
import { request } from '../support/credential-request.ts';
import { tokenServer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

const make = (url: string, options: Partial<ClientCredentialsOptions> = {}) =>
  clientCredentials({ authUrl: url, clientId: 'service', clientSecret: 'secret', ...options });
const bearer = async (credential: Credential, changes: Partial<CredentialRequest> = {}) => {
  const sent = request(changes);
  await credential.apply(sent);
  return sent.headers['authorization'];
};
const grant = (expires_in?: unknown) => (count: number) => ({
  body: { access_token: `token-${count}`, token_type: 'bearer', expires_in },
});
const slowly = (count: number) => ({ ...grant(3600)(count), delayMs: 50 });

afterEach(() => vi.useRealTimers());

describe('single flight', () => {
  it('1,000 concurrent calls with an empty cache make one token request', async () => {
    await using server = await tokenServer(slowly);
    const credential = make(server.url);
    const sent = await Promise.all(Array.from({ length: 1000 }, () => bearer(credential)));
    expect(new Set(sent)).toEqual(new Set(['Bearer token-1']));
    expect(server.seen).toHaveLength(1);
  });

  it('a cached token is applied without a promise', async () => {
    await using server = await tokenServer();
    const credential = make(server.url);
    await bearer(credential);
    const sent = request();
    expect(credential.apply(sent)).toBeUndefined();
    expect(sent.headers['authorization']).toBe('Bearer token-1');
  });

  it('a cached token asks for no signal, which may be dear to make', async () => {
    await using server = await tokenServer();
    const credential = make(server.url);
    await bearer(credential);
    let asked = 0;
    const sent = {
      ...request(),
      get signal() {
        asked++;
        return undefined;
      },
    };
    expect(credential.apply(sent)).toBeUndefined();
    expect([sent.headers['authorization'], asked]).toEqual(['Bearer token-1', 0]);
  });

  it('1,000 concurrent 401s make one refresh, and late ones none', async () => {
    await using server = await tokenServer(slowly);
    const credential = make(server.url);
    const drafts = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        const sent = request();
        await credential.apply(sent);
        return sent;
      }),
    );
    expect(await Promise.all(drafts.map((sent) => credential.onUnauthorized(sent)))).toEqual(drafts.map(() => true));
    expect(await credential.onUnauthorized(drafts[0]!)).toBe(true);
    expect(server.seen).toHaveLength(2);
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('the first waiter aborting harms none of the others', async () => {
    await using server = await tokenServer(slowly);
    const credential = make(server.url);
    const first = new AbortController();
    const reason = new Error('enough');
    const aborted = bearer(credential, { signal: first.signal });
    const others = Array.from({ length: 10 }, () => bearer(credential, { signal: new AbortController().signal }));
    setTimeout(() => first.abort(reason), 10);
    await expect(aborted).rejects.toBe(reason);
    expect(await Promise.all(others)).toEqual(others.map(() => 'Bearer token-1'));
    expect(server.seen).toHaveLength(1);
  });

  it('the last waiter aborting ends the request, and the next call starts another', async () => {
    await using server = await tokenServer((count) => ({ ...grant(3600)(count), delayMs: count === 1 ? 5_000 : 0 }));
    let signal: AbortSignal | undefined;
    const credential = make(server.url, { fetch: (url, init) => ((signal ??= init!.signal!), fetch(url, init)) });
    const callers = [new AbortController(), new AbortController()];
    const waiting = callers.map((caller) => bearer(credential, { signal: caller.signal }).catch(() => 'freed'));
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    callers[0]!.abort();
    expect(await waiting[0]).toBe('freed');
    expect(signal!.aborted).toBe(false);
    callers[1]!.abort();
    expect(await waiting[1]).toBe('freed');
    expect(signal!.aborted).toBe(true);
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('a call that is aborted already asks for nothing', async () => {
    await using server = await tokenServer();
    const credential = make(server.url);
    const reason = new Error('too late');
    await expect(bearer(credential, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(
      Promise.resolve(credential.onUnauthorized(request({ signal: AbortSignal.abort(reason) }))),
    ).rejects.toBe(reason);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.seen).toHaveLength(0);
  });

  it('an abort stops a sleep between tries at once and leaves no timer', async () => {
    await using server = await tokenServer(() => ({ status: 503, headers: { 'retry-after': '30' } }));
    const caller = new AbortController();
    const events: TokenEvent[] = [];
    const waiting = bearer(make(server.url, { onEvent: (event) => events.push(event) }), { signal: caller.signal });
    waiting.catch(() => {});
    await vi.waitFor(() => expect(events).toHaveLength(1));
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    caller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers()).toBeLessThan(before);
  });
});

describe('lifetime', () => {
  it.each([
    [3600, 3239, 3241, 'a tenth of a long lifetime'],
    [400, 339, 341, 'sixty seconds'],
    [60, 29, 31, 'half of a short lifetime'],
  ])('a token of %d s is not refreshed at %d s and is at %d s: %s', async (seconds, before, after) => {
    await using server = await tokenServer(grant(seconds));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    await bearer(credential);
    time.nowMs += before * 1000;
    expect(await bearer(credential)).toBe('Bearer token-1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.seen).toHaveLength(1);
    time.nowMs += (after - before) * 1000;
    expect(await Promise.all([bearer(credential), bearer(credential)])).toEqual(['Bearer token-1', 'Bearer token-1']);
    await vi.waitFor(async () => expect(await bearer(credential)).toBe('Bearer token-2'));
    expect(server.seen).toHaveLength(2);
  });

  it('an ended token is never sent', async () => {
    await using server = await tokenServer(grant(100));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    await bearer(credential);
    time.nowMs += 100_000;
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it.each([
    [undefined],
    [null],
    ['soon'],
    [-1],
    [true],
    [{}],
  ])('expires_in %j says nothing: the token serves until a 401', async (expiresIn) => {
    await using server = await tokenServer(grant(expiresIn));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    await bearer(credential);
    time.nowMs += 10 * 365 * 24 * 3600 * 1000;
    const sent = request();
    expect(credential.apply(sent)).toBeUndefined();
    expect(await credential.onUnauthorized(sent)).toBe(true);
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('a numeric text counts as a number', async () => {
    await using server = await tokenServer(grant('100'));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    await bearer(credential);
    time.nowMs += 100_000;
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('a lifetime of zero serves those who wait and nobody after them', async () => {
    await using server = await tokenServer(grant(0));
    const credential = make(server.url);
    expect(await Promise.all([bearer(credential), bearer(credential)])).toEqual(['Bearer token-1', 'Bearer token-1']);
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('no lifetime is believed beyond a year', async () => {
    await using server = await tokenServer(grant(1e300));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    await bearer(credential);
    time.nowMs += 365 * 24 * 3600 * 1000;
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it.each([
    -3_600_000, 3_600_000,
  ])('a wall clock that jumps by %d ms neither ends a token nor keeps it alive', async (jump) => {
    await using server = await tokenServer(grant(2));
    const credential = make(server.url);
    await bearer(credential);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
    expect(await bearer(credential)).toBe('Bearer token-1');
    await new Promise((resolve) => setTimeout(resolve, 2_050));
    expect(await bearer(credential)).toBe('Bearer token-2');
    expect(server.seen).toHaveLength(2);
  });

  it('counts from before the request left, so that a slow answer does not lengthen a life', async () => {
    await using server = await tokenServer(grant(100));
    const { options, time } = virtualTime();
    const credential = make(server.url, {
      ...options,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        time.nowMs += 99_000;
        return response;
      },
    });
    await bearer(credential);
    time.nowMs += 1_000;
    expect(await bearer(credential)).toBe('Bearer token-2');
  });
});

describe('refresh in the background', () => {
  it('a failure is reported, costs no call, and is not repeated for five seconds', async () => {
    await using server = await tokenServer((count) =>
      count === 1 ? grant(100)(1) : { status: 400, body: { error: 'invalid_client' } },
    );
    const events: TokenEvent[] = [];
    const { options, time } = virtualTime();
    const credential = make(server.url, { ...options, onEvent: (event) => events.push(event) });
    await bearer(credential);
    time.nowMs += 60_000;
    expect(await bearer(credential)).toBe('Bearer token-1');
    await vi.waitFor(() =>
      expect(events.at(-1)).toMatchObject({ type: 'token_refresh_failed', error: { error: 'invalid_client' } }),
    );
    time.nowMs += 4_999;
    await bearer(credential);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.seen).toHaveLength(2);
    time.nowMs += 1;
    await bearer(credential);
    await vi.waitFor(() => expect(server.seen).toHaveLength(3));
    time.nowMs += 60_000;
    await expect(bearer(credential)).rejects.toMatchObject({ code: 'AUTH_FAILED', status: 400 });
  });

  it('what was asked for before a refusal is not kept after it', async () => {
    await using server = await tokenServer((count) => ({ ...grant(100)(count), delayMs: count === 2 ? 150 : 0 }));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    const sent = request();
    await credential.apply(sent);
    time.nowMs += 60_000;
    await bearer(credential);
    await vi.waitFor(() => expect(server.seen).toHaveLength(2));
    expect(await credential.onUnauthorized(sent)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await bearer(credential)).toBe('Bearer token-3');
  });

  it('a call that needs the token joins it when the old one ends meanwhile', async () => {
    await using server = await tokenServer((count) => ({ ...grant(100)(count), delayMs: count === 2 ? 50 : 0 }));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    await bearer(credential);
    time.nowMs += 60_000;
    await bearer(credential);
    time.nowMs += 40_000;
    const caller = new AbortController();
    const freed = bearer(credential, { signal: caller.signal });
    const joined = bearer(credential);
    caller.abort(new Error('enough'));
    await expect(freed).rejects.toThrow('enough');
    expect(await joined).toBe('Bearer token-2');
    expect(server.seen).toHaveLength(2);
  });
});
