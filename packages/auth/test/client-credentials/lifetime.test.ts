import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually, settled } from '@syncline/testing';
import type { TokenEvent } from '../../src/index.ts';
import { bearer, counted, grant, make } from '../support/client-credentials.ts';
import { request } from '../support/credential-request.ts';
import { tokenServer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

afterEach(() => vi.useRealTimers());

describe('lifetime', () => {
  it.each([
    [3600, 3239, 3241, 'a tenth of a long lifetime'],
    [400, 339, 341, 'sixty seconds'],
    [60, 29, 31, 'half of a short lifetime'],
  ])('a token of %d s is not refreshed at %d s and is at %d s: %s', async (seconds, before, after) => {
    await using server = await tokenServer(grant(seconds));
    const { options, time } = virtualTime();
    const { asked, send } = counted();
    const events: TokenEvent[] = [];
    const credential = make(server.url, { ...options, fetch: send, onEvent: (event) => events.push(event) });
    await bearer(credential);
    time.nowMs += before * 1000;
    expect(await bearer(credential)).toBe('Bearer token-1');
    await settled();
    expect(asked).toHaveLength(1);
    time.nowMs += (after - before) * 1000;
    expect(await Promise.all([bearer(credential), bearer(credential)])).toEqual(['Bearer token-1', 'Bearer token-1']);
    await eventually(() => events.length === 2);
    expect(await bearer(credential)).toBe('Bearer token-2');
    expect(asked).toHaveLength(2);
  });

  it('an expired token is never sent', async () => {
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
  ])('expires_in %j is ignored: the token is used until a 401', async (expiresIn) => {
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

  it.each(['100', '100.0', '1.0e+2'])('the text %j counts as a number', async (expiresIn) => {
    await using server = await tokenServer(grant(expiresIn));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    await bearer(credential);
    time.nowMs += 100_000;
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('a token with a lifetime of zero serves the calls that wait for it, and none after them', async () => {
    await using server = await tokenServer(grant(0));
    const credential = make(server.url);
    expect(await Promise.all([bearer(credential), bearer(credential)])).toEqual(['Bearer token-1', 'Bearer token-1']);
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('a lifetime is at most a year', async () => {
    await using server = await tokenServer(grant(1e300));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    await bearer(credential);
    time.nowMs += 365 * 24 * 3600 * 1000;
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it.each([-3_600_000, 3_600_000])('a jump of the wall clock by %d ms changes no lifetime', async (jump) => {
    await using server = await tokenServer(grant(2));
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const credential = make(server.url);
    await bearer(credential);
    vi.setSystemTime(Date.now() + jump);
    expect(await bearer(credential)).toBe('Bearer token-1');
    vi.advanceTimersByTime(1_999);
    expect(await bearer(credential)).toBe('Bearer token-1');
    vi.advanceTimersByTime(1);
    expect(await bearer(credential)).toBe('Bearer token-2');
    expect(server.seen).toHaveLength(2);
  });

  it('counts from before the request is sent, so that a slow response does not extend it', async () => {
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
