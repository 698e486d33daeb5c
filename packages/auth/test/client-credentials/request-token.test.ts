import type { Transport } from '@syncline/core/internal';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientCredentials, isAuthError, isConfigError, type AuthError } from '../../src/index.ts';
import type { ClientCredentialsOptions, TokenEvent } from '../../src/index.ts';
import { request } from '../support/credential-request.ts';
import { tokenServer, type Answer } from '../support/token-server.ts';
import { virtualTime } from '../support/virtual-time.ts';

const ask = async (url: string, options: Partial<ClientCredentialsOptions> = {}) => {
  const { options: time } = virtualTime();
  const sent = request();
  await clientCredentials({ authUrl: url, clientId: 'service', clientSecret: 'canary&+ %', ...time, ...options }).apply(
    sent,
  );
  return sent.headers['authorization'];
};
const failure = (url: string, options: Partial<ClientCredentialsOptions> = {}): Promise<AuthError> =>
  ask(url, options).then(
    () => expect.unreachable('a token came'),
    (error: AuthError) => error,
  );
const good = { access_token: 'token', token_type: 'Bearer', expires_in: 3600 };

describe('the request', () => {
  it('is the form of section 5.3', async () => {
    await using server = await tokenServer();
    await ask(`${server.url}/tenant/`);
    const [{ body, headers, path }] = server.seen as [(typeof server.seen)[0]];
    expect({ path, body, type: headers['content-type'], authorization: headers.authorization }).toEqual({
      path: '/tenant/oauth/token',
      body: 'grant_type=client_credentials&client_id=service&client_secret=canary%26%2B+%25',
      type: 'application/x-www-form-urlencoded',
      authorization: undefined,
    });
  });

  it('authenticates the client in a header if the option says so, form-encoded before Base64', async () => {
    await using server = await tokenServer();
    await ask(server.url, { clientAuthentication: 'client_secret_basic', clientId: 'a:b' });
    expect(server.seen[0]!.body).toBe('grant_type=client_credentials');
    expect(atob(server.seen[0]!.headers.authorization!.replace('Basic ', ''))).toBe('a%3Ab:canary%26%2B+%25');
  });

  it('calls a secret function for each attempt, so that a rotated secret is used', async () => {
    await using server = await tokenServer((count) => (count === 1 ? { status: 500 } : { body: good }));
    let count = 0;
    await ask(server.url, { clientSecret: async () => `secret-${++count}` });
    expect(server.seen.map(({ body }) => body.slice(-8))).toEqual(['secret-1', 'secret-2']);
  });

  it('goes through the transport of the request that needs it, or through its own option', async () => {
    await using server = await tokenServer();
    const through: string[] = [];
    const via =
      (name: string): Transport =>
      (url, init) => (through.push(name), fetch(url, init));
    const own = clientCredentials({ authUrl: server.url, clientId: 'a', clientSecret: 'b', fetch: via('own') });
    await own.apply(request({ transport: via('request') }));
    await clientCredentials({ authUrl: server.url, clientId: 'a', clientSecret: 'b' }).apply(
      request({ transport: via('request') }),
    );
    expect(through).toEqual(['own', 'request']);
  });
});

describe('a response with a token', () => {
  it.each<[string, Answer]>([
    ['token_type absent', { body: { access_token: 'token' } }],
    ['token_type null', { body: { access_token: 'token', token_type: null } }],
    ['token_type in capitals', { body: { ...good, token_type: 'BEARER' } }],
    ['unknown fields', { body: { ...good, example_parameter: 'x', scope: [] } }],
    ['status 201', { status: 201, body: good }],
    [
      'a structured JSON type',
      { body: good, headers: { 'content-type': 'application/vnd.acme+json ; charset=utf-8' } },
    ],
    ['a byte order mark', { body: `\ufeff${JSON.stringify(good)}` }],
  ])('%s', async (_, answer) => {
    await using server = await tokenServer(() => answer);
    expect(await ask(server.url)).toBe('Bearer token');
  });
});

describe('a response without a token is an AuthError', () => {
  it.each<[string, Answer, string]>([
    ['an empty body', { body: '' }, 'not a JSON object'],
    ['no content', { status: 204, headers: { 'content-type': 'application/json' } }, 'not a JSON object'],
    ['a list', { body: [good] }, 'not a JSON object'],
    ['null', { body: 'null' }, 'not a JSON object'],
    ['half a body', { body: '{"access_token":"tok' }, 'not a JSON object'],
    ['bytes that are not UTF-8', { body: Buffer.from([123, 34, 255, 34, 58, 49, 125]) }, 'not a JSON object'],
    ['HTML', { body: '<html>canary</html>', headers: { 'content-type': 'text/html' } }, 'not JSON'],
    ['a type that only begins like JSON', { body: good, headers: { 'content-type': 'application/jsonp' } }, 'not JSON'],
    ['no access_token', { body: { token_type: 'bearer' } }, 'access_token'],
    ['an empty access_token', { body: { access_token: '' } }, 'access_token'],
    ['a number as access_token', { body: { access_token: 7 } }, 'access_token'],
    ['a line break in access_token', { body: { access_token: 'a\r\nx-evil: 1' } }, 'access_token'],
    ['a space in access_token', { body: { access_token: 'a b' } }, 'access_token'],
    ['a letter beyond ASCII in access_token', { body: { access_token: 'é' } }, 'access_token'],
    [
      'bytes that are not UTF-8 in access_token',
      { body: Buffer.from('{"access_token":"é"}', 'latin1') },
      'access_token',
    ],
    ['the token_type of RFC 6749', { body: { ...good, token_type: 'example' } }, 'token_type is not "bearer"'],
    ['a token_type that is not a text', { body: { ...good, token_type: 1 } }, 'token_type is not "bearer"'],
    ['a token beside an error', { body: { ...good, error: { code: 'x' } } }, 'returned 200'],
    ['a token beside an error that is no text', { body: { ...good, error: 7 } }, 'returned 200'],
    ['a body above 64 KiB', { body: { ...good, padding: 'x'.repeat(65536) } }, 'larger than 65536 bytes'],
  ])('%s', async (_, answer, words) => {
    await using server = await tokenServer(() => answer);
    const error = await failure(server.url);
    expect(isAuthError(error)).toBe(true);
    expect(error.message).toContain(words);
    expect(error.status).toBe(answer.status ?? 200);
    expect(server.seen).toHaveLength(1);
  });

  it('a redirect is not followed, so its target does not receive the secret', async () => {
    await using elsewhere = await tokenServer();
    await using server = await tokenServer(() => ({
      status: 307,
      headers: { location: `${elsewhere.url}/oauth/token` },
    }));
    expect(await failure(server.url)).toMatchObject({
      status: 307,
      message: 'The token endpoint returned 307: redirects are not followed',
    });
    expect([server.seen.length, elsewhere.seen.length]).toEqual([1, 0]);
  });
});

describe('errors of RFC 6749 section 5.2', () => {
  it.each([
    ['invalid_request', 400],
    ['invalid_client', 401],
    ['invalid_grant', 400],
    ['unauthorized_client', 400],
    ['unsupported_grant_type', 400],
    ['invalid_scope', 400],
    ['invalid_client', 200],
  ])('%s with status %d is an AuthError and not retried', async (error, status) => {
    await using server = await tokenServer(() => ({
      status,
      body: {
        error,
        error_description: 'Line 1\n\tline 2 canary%26%2B%20%25',
        error_uri: 'https://auth.example.com/e',
      },
    }));
    expect(await failure(server.url)).toMatchObject({
      name: 'AuthError',
      code: 'AUTH_FAILED',
      error,
      status,
      errorDescription: 'Line 1 line 2 [redacted]',
      errorUri: 'https://auth.example.com/e',
      message: `The token endpoint returned ${status}: ${error}: Line 1 line 2 [redacted]`,
    });
    expect(server.seen).toHaveLength(1);
  });

  it('a description is bounded, and fields that are not a text are left out', async () => {
    await using server = await tokenServer(() => ({
      status: 400,
      body: { error: 7, error_description: 'x'.repeat(9999) },
    }));
    const error = await failure(server.url);
    expect(error).toMatchObject({ error: undefined, errorDescription: 'x'.repeat(500) });
  });
});

describe('retries', () => {
  it.each([408, 425, 429, 500, 502, 503, 504])('status %d leads to three attempts', async (status) => {
    await using server = await tokenServer(() => ({
      status,
      body: '<html>',
      headers: { 'content-type': 'text/html' },
    }));
    const events: TokenEvent[] = [];
    expect(await failure(server.url, { onEvent: (event) => events.push(event) })).toMatchObject({ status });
    expect(events).toMatchObject(Array.from({ length: 2 }, () => ({ type: 'token_retry', status })));
    expect(server.seen).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 501])('status %d is not retried', async (status) => {
    await using server = await tokenServer(() => ({ status }));
    expect(await failure(server.url)).toMatchObject({ status, message: `The token endpoint returned ${status}` });
    expect(server.seen).toHaveLength(1);
  });

  it.each(['before', 'within'] as const)('a connection cut %s the response is retried', async (cut) => {
    await using server = await tokenServer((count) => (count < 3 ? { body: good, cut } : { body: good }));
    const events: TokenEvent[] = [];
    expect(await ask(server.url, { onEvent: (event) => events.push(event) })).toBe('Bearer token');
    expect(events).toEqual([
      { type: 'token_retry', attempt: 1, delayMs: 250, status: undefined },
      { type: 'token_retry', attempt: 2, delayMs: 500, status: undefined },
      { type: 'token_obtained', from: 'endpoint', lifetimeSeconds: 3600 },
    ]);
  });

  it('a closed port is reported only by its code', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(`http://127.0.0.1:${port}`);
    const message = `No response from the token endpoint at 127.0.0.1:${port} (ECONNREFUSED)`;
    expect(error).toMatchObject({ message, status: undefined });
    expect(error).not.toHaveProperty('cause');
  });

  it.each([
    [{ name: 'no name!' }, 'unknown error'],
    [undefined, 'unknown error'],
    [new TypeError('canary'), 'TypeError'],
  ])('an unusual failure of fetch is reported only by its name', async (thrown, name) => {
    expect((await failure('http://127.0.0.1:1', { fetch: () => Promise.reject(thrown) })).message).toBe(
      `No response from the token endpoint at 127.0.0.1:1 (${name})`,
    );
  });

  it('Retry-After is the minimum pause', async () => {
    await using server = await tokenServer((count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '7' } } : { body: good },
    );
    const { options, time } = virtualTime();
    await ask(server.url, options);
    expect(time.slept).toEqual([7000]);
  });

  it.each([
    ['61', {}],
    ['11', { deadline: 10_000 }],
  ])('a Retry-After of %s s fails at once, and the error names it', async (seconds, options) => {
    await using server = await tokenServer(() => ({ status: 503, headers: { 'retry-after': seconds } }));
    expect(await failure(server.url, options)).toMatchObject({ status: 503, retryAfterSeconds: Number(seconds) });
    expect(server.seen).toHaveLength(1);
  });

  it('an attempt that takes too long is abandoned and retried', async () => {
    const { options, time } = virtualTime();
    await using server = await tokenServer((count) => {
      if (count === 1) setImmediate(time.expire);
      return { body: good, hang: count === 1 };
    });
    expect(await ask(server.url, { ...options, timeout: 50_000 })).toBe('Bearer token');
    expect(server.seen).toHaveLength(2);
  });

  it('an error names the time limit of the last attempt', async () => {
    const { options, time } = virtualTime();
    await using server = await tokenServer(() => {
      setImmediate(time.expire);
      return { hang: true };
    });
    expect(await failure(server.url, { ...options, timeout: 30_000, tries: 1 })).toMatchObject({
      message: `No response from the token endpoint at ${new URL(server.url).host} within 30000 ms`,
      status: undefined,
    });
  });

  it('the failure of a secret function is not retried', async () => {
    await using server = await tokenServer();
    const cause = new Error('vault');
    const error: unknown = await failure(server.url, { clientSecret: () => Promise.reject(cause) });
    expect(isConfigError(error) && error.cause).toMatchObject({
      name: 'Error',
      message: 'it threw Error. Its text may be secret and is not shown',
    });
    expect(server.seen).toHaveLength(0);
  });
});

describe('options', () => {
  const base = { authUrl: 'https://auth.example.com', clientId: 'a', clientSecret: 'b' };
  it.each<[string, Partial<ClientCredentialsOptions>]>([
    ['authUrl', { authUrl: 'http://auth.example.com' }],
    ['authUrl', { authUrl: 'https://auth.example.com?canary' }],
    ['authUrl', { authUrl: 'canary' }],
    ['clientId', { clientId: '' }],
    ['clientId', { clientId: 'canary\n' }],
    ['clientSecret', { clientSecret: 'canary\u0000' }],
    ['clientSecret', { clientSecret: '' }],
    ['clientSecret', { clientSecret: undefined as never }],
    ['clientSecret', { clientSecret: 'canary\ud800' }],
  ])('a wrong %s is refused at once; the error names the option and not its value', (option, wrong) => {
    expect(() => clientCredentials({ ...base, ...wrong })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option, message: expect.not.stringContaining('canary') }),
    );
  });

  it('plain http to another machine is accepted with allowInsecureHttp', () => {
    expect(clientCredentials({ ...base, authUrl: 'http://auth.example.com', allowInsecureHttp: true }).scheme).toBe(
      'clientCredentials',
    );
  });
});
