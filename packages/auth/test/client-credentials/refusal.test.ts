import { describe, expect, it } from 'vitest';
import { isAuthError, type AuthError } from '../../src/index.ts';
import { bearer, grant, make } from '../support/client-credentials.ts';
import { request } from '../support/credential-request.ts';
import { tokenServer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

describe('after a 401', () => {
  it('there is nothing newer if the endpoint returns the same token again', async () => {
    await using server = await tokenServer(() => ({ body: { access_token: 'same', expires_in: 3600 } }));
    const credential = make(server.url);
    const sent = request();
    await credential.apply(sent);
    expect(await credential.onUnauthorized(sent)).toBe(false);
    expect(server.seen).toHaveLength(2);
  });

  it('there is a newer token for a request with an older one, or without one, and it costs no request', async () => {
    await using server = await tokenServer();
    const credential = make(server.url);
    await bearer(credential);
    expect(await credential.onUnauthorized(request({ headers: { authorization: 'Bearer older' } }))).toBe(true);
    expect(await credential.onUnauthorized(request())).toBe(true);
    expect(server.seen).toHaveLength(1);
  });

  it('a token is requested if there is none yet', async () => {
    await using server = await tokenServer();
    expect(await make(server.url).onUnauthorized(request())).toBe(true);
    expect(server.seen).toHaveLength(1);
  });
});

describe('failure', () => {
  it('three attempts are made, and all callers get the same error', async () => {
    await using server = await tokenServer(() => ({ status: 503 }));
    const { options, time } = virtualTime();
    const credential = make(server.url, options);
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => bearer(credential)));
    const errors = new Set(results.map((result) => (result as PromiseRejectedResult).reason as AuthError));
    expect(errors.size).toBe(1);
    expect([...errors][0]).toMatchObject({ code: 'AUTH_FAILED', status: 503 });
    expect(server.seen).toHaveLength(3);
    expect(time.slept).toEqual([250, 500]);
  });

  it('the next call after a failure requests a token again', async () => {
    await using server = await tokenServer((count) =>
      count === 1 ? { status: 401, body: { error: 'invalid_client' } } : grant(1)(count),
    );
    const credential = make(server.url);
    await expect(bearer(credential)).rejects.toSatisfy(isAuthError);
    expect(await bearer(credential)).toBe('Bearer token-2');
  });

  it('a listener that throws fails no call', async () => {
    await using server = await tokenServer();
    const credential = make(server.url, {
      onEvent: () => {
        throw new Error('listener');
      },
    });
    expect(await bearer(credential)).toBe('Bearer token-1');
  });
});
