import { describe, expect, it } from 'vitest';
import { eventually, gate, settled } from '@syncline/testing';
import type { TokenEvent } from '../../src/index.ts';
import { bearer, counted, grant, make } from '../support/client-credentials.ts';
import { request } from '../support/credential-request.ts';
import { tokenServer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

describe('single flight', () => {
  it('1,000 concurrent calls with an empty cache make one token request', async () => {
    await using server = await tokenServer(grant(3600));
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

  it('a cached token does not read the signal, whose creation may be expensive', async () => {
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

  it('1,000 concurrent 401s lead to one refresh, and a late one to none', async () => {
    await using server = await tokenServer(grant(3600));
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

  it('an abort of the first caller does not affect the others', async () => {
    const { opened, open } = gate();
    await using server = await tokenServer((count) => ({ ...grant(3600)(count), until: opened }));
    const credential = make(server.url);
    const first = new AbortController();
    const reason = new Error('enough');
    const aborted = bearer(credential, { signal: first.signal });
    const others = Array.from({ length: 10 }, () => bearer(credential, { signal: new AbortController().signal }));
    await eventually(() => server.seen.length === 1);
    first.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    open();
    expect(await Promise.all(others)).toEqual(others.map(() => 'Bearer token-1'));
    expect(server.seen).toHaveLength(1);
  });

  it('an abort of the last caller aborts the request, and the next call starts another', async () => {
    await using server = await tokenServer((count) => ({ ...grant(3600)(count), hang: count === 1 }));
    let signal: AbortSignal | undefined;
    const credential = make(server.url, { fetch: (url, init) => ((signal ??= init!.signal!), fetch(url, init)) });
    const callers = [new AbortController(), new AbortController()];
    const waiting = callers.map((caller) => bearer(credential, { signal: caller.signal }).catch(() => 'freed'));
    await eventually(() => server.seen.length === 1);
    callers[0]!.abort();
    expect(await waiting[0]).toBe('freed');
    expect(signal!.aborted).toBe(false);
    callers[1]!.abort();
    expect(await waiting[1]).toBe('freed');
    expect(signal!.aborted).toBe(true);
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('a call that is already aborted requests nothing', async () => {
    const { asked, send } = counted();
    const credential = make('http://localhost:1', { fetch: send });
    const reason = new Error('too late');
    await expect(bearer(credential, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(
      Promise.resolve(credential.onUnauthorized(request({ signal: AbortSignal.abort(reason) }))),
    ).rejects.toBe(reason);
    await settled();
    expect(asked).toEqual([]);
  });

  it('an abort ends a pause between attempts at once and leaves no timer', async () => {
    await using server = await tokenServer(() => ({ status: 503, headers: { 'retry-after': '30' } }));
    const caller = new AbortController();
    const events: TokenEvent[] = [];
    const waiting = bearer(make(server.url, { onEvent: (event) => events.push(event) }), { signal: caller.signal });
    waiting.catch(() => {});
    await eventually(() => events.length === 1);
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    caller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await settled();
    expect(timers()).toBeLessThan(before);
  });
});

describe('refresh in the background', () => {
  it('a failure is reported, fails no call, and is not repeated for five seconds', async () => {
    await using server = await tokenServer((count) =>
      count === 1 ? grant(100)(1) : { status: 400, body: { error: 'invalid_client' } },
    );
    const events: TokenEvent[] = [];
    const { options, time } = virtualTime();
    const { asked, send } = counted();
    const credential = make(server.url, { ...options, fetch: send, onEvent: (event) => events.push(event) });
    await bearer(credential);
    time.nowMs += 60_000;
    expect(await bearer(credential)).toBe('Bearer token-1');
    await eventually(() => events.length === 2);
    expect(events[1]).toMatchObject({ type: 'token_refresh_failed', error: { error: 'invalid_client' } });
    time.nowMs += 4_999;
    await bearer(credential);
    await settled();
    expect(asked).toHaveLength(2);
    time.nowMs += 1;
    await bearer(credential);
    await eventually(() => events.length === 3);
    expect(asked).toHaveLength(3);
    time.nowMs += 60_000;
    await expect(bearer(credential)).rejects.toMatchObject({ code: 'AUTH_FAILED', status: 400 });
  });

  it('a token that was requested before a 401 is not kept after it', async () => {
    const second = gate();
    await using server = await tokenServer((count) => ({
      ...grant(100)(count),
      ...(count === 2 && { until: second.opened }),
    }));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    const sent = request();
    await credential.apply(sent);
    time.nowMs += 60_000;
    await bearer(credential);
    await eventually(() => server.seen.length === 2);
    expect(await credential.onUnauthorized(sent)).toBe(true);
    second.open();
    await settled();
    expect(await bearer(credential)).toBe('Bearer token-3');
  });

  it('a call waits for it if the old token expires in the meantime', async () => {
    const second = gate();
    await using server = await tokenServer((count) => ({
      ...grant(100)(count),
      ...(count === 2 && { until: second.opened }),
    }));
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
    second.open();
    expect(await joined).toBe('Bearer token-2');
    expect(server.seen).toHaveLength(2);
  });
});
