import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import createClient from 'openapi-fetch';
import type { CloudPaths, ODataPaths } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  bearer,
  clientCredentials,
  toFetch,
  toMiddleware,
  type Credential,
} from '../../src/index.ts';
import { tokenServer } from '../support/token-server.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
/** A resource server with responses set by the test. */
async function resourceServer(
  answer: (seen: Seen, count: number) => { status: number; headers?: Record<string, string> },
) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    const { status, headers } = answer(seen.at(-1)!, seen.length);
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(status === 200 ? '[{"ok":true}]' : '{"error":{"code":"x","message":"y"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
/** The same call through `toFetch` and through openapi-fetch. */
const callers: [string, (credential: Credential, url: string, post?: boolean) => Promise<number>][] = [
  [
    'toFetch',
    async (credential, url, post) => {
      const send = toFetch(credential, { baseUrl: url });
      const init = post
        ? { method: 'POST', body: '{"query":"é"}', headers: { 'content-type': 'application/json' } }
        : undefined;
      return (await send(`${url}${post ? '/api/query' : '/history'}`, init)).status;
    },
  ],
  [
    'toMiddleware',
    async (credential, url, post) => {
      const client = createClient<ODataPaths & CloudPaths>({ baseUrl: url });
      client.use(toMiddleware(credential));
      return (await (post ? client.POST('/api/query', { body: { query: 'é' } }) : client.GET('/history'))).response
        .status;
    },
  ],
];

describe.each(callers)('%s', (_, call) => {
  it.each([
    ['basic', basic({ username: 'a', password: 'b' }), { headers: { authorization: 'Basic YTpi' } }],
    ['apiKeyHeader', apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }), { headers: { 'x-acme-authtoken': 'k' } }],
    ['apiKeyQuery', apiKeyQuery({ value: 'k k' }), { url: '/history?@authtoken=k%20k' }],
  ])('sends %s', async (name, credential, want) => {
    await using server = await resourceServer(() => ({ status: 200 }));
    expect(await call(credential, server.url)).toBe(200);
    expect(server.seen).toMatchObject([want]);
    expect(name).toBe(credential.scheme);
  });

  it.each([false, true])('sends the request again after a 401, with its body (POST: %s)', async (post) => {
    await using tokens = await tokenServer();
    await using server = await resourceServer(({ headers }) => ({
      status: headers.authorization === 'Bearer token-2' ? 200 : 401,
    }));
    const credential = clientCredentials({ authUrl: tokens.url, clientId: 'a', clientSecret: 'b' });
    expect(await call(credential, server.url, post)).toBe(200);
    expect(server.seen.map(({ body }) => body)).toEqual(post ? ['{"query":"é"}', '{"query":"é"}'] : ['', '']);
    expect([server.seen.length, tokens.seen.length]).toEqual([2, 2]);
  });

  it('sends the request again only once, even after a second 401', async () => {
    await using tokens = await tokenServer();
    await using server = await resourceServer(() => ({ status: 401 }));
    expect(await call(clientCredentials({ authUrl: tokens.url, clientId: 'a', clientSecret: 'b' }), server.url)).toBe(
      401,
    );
    expect([server.seen.length, tokens.seen.length]).toEqual([2, 2]);
  });

  it('refuses a redirect that follows a 401, and does not return it', async () => {
    await using tokens = await tokenServer();
    await using elsewhere = await resourceServer(() => ({ status: 200 }));
    await using server = await resourceServer(({ headers }) =>
      headers.authorization === 'Bearer token-2'
        ? { status: 302, headers: { location: `${elsewhere.url}/canary` } }
        : { status: 401 },
    );
    const credential = clientCredentials({ authUrl: tokens.url, clientId: 'a', clientSecret: 'b' });
    await expect(call(credential, server.url)).rejects.toMatchObject({ code: 'AUTH_FAILED', status: 302 });
    expect([server.seen.length, elsewhere.seen.length]).toEqual([2, 0]);
  });

  it.each([403, 404, 500])('never sends a request again after %d', async (status) => {
    await using tokens = await tokenServer();
    await using server = await resourceServer(() => ({ status }));
    expect(await call(clientCredentials({ authUrl: tokens.url, clientId: 'a', clientSecret: 'b' }), server.url)).toBe(
      status,
    );
    expect([server.seen.length, tokens.seen.length]).toEqual([1, 1]);
  });

  it('does not send a request again if there is nothing newer', async () => {
    await using server = await resourceServer(() => ({ status: 401 }));
    expect(await call(bearer('token'), server.url)).toBe(401);
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    301, 302, 303, 307, 308,
  ])('refuses a redirect with status %d, and sends nothing to its target', async (status) => {
    await using elsewhere = await resourceServer(() => ({ status: 200 }));
    await using server = await resourceServer(() => ({ status, headers: { location: `${elsewhere.url}/canary` } }));
    await expect(call(apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }), server.url)).rejects.toMatchObject({
      code: 'AUTH_FAILED',
      status,
    });
    expect(elsewhere.seen).toHaveLength(0);
  });

  it('refuses plain http to another machine before anything is sent', async () => {
    await expect(call(bearer('token'), 'http://sync.example.com')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'baseUrl',
    });
  });
});

describe('origin', () => {
  it('a credential is sent to the origin of its first request only', async () => {
    await using server = await resourceServer(() => ({ status: 200 }));
    await using other = await resourceServer(() => ({ status: 200 }));
    const client = createClient<ODataPaths>({ baseUrl: server.url });
    client.use(toMiddleware(bearer('token')));
    await client.GET('/history');
    await expect(client.GET('/history', { baseUrl: other.url })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'baseUrl',
      message: 'baseUrl has a different origin than the request, and the credential is sent only to its own origin',
    });
    expect([server.seen.length, other.seen.length]).toEqual([1, 0]);
  });

  it('or to the named origin only', async () => {
    await using server = await resourceServer(() => ({ status: 200 }));
    const send = toFetch(bearer('token'), { baseUrl: 'https://sync.example.com' });
    await expect(send(`${server.url}/history`)).rejects.toMatchObject({ option: 'baseUrl' });
    expect(() => toFetch(bearer('token'), { baseUrl: 'http://sync.example.com' })).toThrow('https');
    expect(
      toMiddleware(bearer('token'), { baseUrl: 'http://sync.example.com', allowInsecureHttp: true }),
    ).toHaveProperty('onRequest');
  });

  it('an opaque redirect of a browser is refused, also with another fetch', async () => {
    const opaque = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
    const send = toFetch(bearer('token'), { baseUrl: 'https://sync.example.com', fetch: async () => opaque });
    await expect(send('https://sync.example.com/history')).rejects.toMatchObject({ code: 'AUTH_FAILED' });
  });

  it('a response of another middleware, before the credential, is left unchanged', async () => {
    const { onResponse } = toMiddleware(bearer('token'));
    expect(await onResponse({ response: new Response(null, { status: 401 }), options: { fetch } })).toBeUndefined();
  });
});
