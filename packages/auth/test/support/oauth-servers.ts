import { generateKeyPair } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import NodeOAuthServer from '@node-oauth/oauth2-server';
import { OAuth2Server as MockServer } from 'oauth2-mock-server';
import Provider from 'oidc-provider';

/** A third-party token endpoint with a small resource that accepts its tokens. */
export interface OAuthServer {
  readonly authUrl: string;
  readonly resourceUrl: string;
  /** The number of token requests and resource requests so far. */
  readonly counts: { tokens: number; resources: number };
  revoke(token: string): Promise<void>;
  close(): Promise<void>;
}
export interface ServerOptions {
  clientId: string;
  clientSecret: string;
  basic: boolean;
  lifetimeSeconds: number;
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The resource responds with 200 if `accept` confirms the token, and with 401 otherwise. */
async function serve(
  tokenListener: RequestListener,
  accept: (token: string) => Promise<boolean>,
  revoke: (token: string) => Promise<void>,
): Promise<OAuthServer> {
  const counts = { tokens: 0, resources: 0 };
  const { url, close } = await listen((request, response) => {
    if (request.url === '/oauth/token') {
      counts.tokens++;
      return tokenListener(request, response);
    }
    counts.resources++;
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    void accept(token).then((accepted) => response.writeHead(accepted ? 200 : 401).end());
  });
  return { authUrl: url, resourceUrl: `${url}/resource`, counts, revoke, close };
}

export async function oidcProvider({
  basic,
  clientId,
  clientSecret,
  lifetimeSeconds,
}: ServerOptions): Promise<OAuthServer> {
  const provider = new Provider('http://127.0.0.1', {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: basic ? 'client_secret_basic' : 'client_secret_post',
      },
    ],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    routes: { token: '/oauth/token' },
    ttl: { ClientCredentials: lifetimeSeconds },
    jwks: { keys: [await rsaKey] },
    cookies: { keys: ['test'] },
  });
  return serve(
    provider.callback(),
    async (token) => Boolean(await provider.ClientCredentials.find(token)),
    async (token) => (await provider.ClientCredentials.find(token))?.destroy(),
  );
}

/** All servers share one key, because generating a key takes longer than everything else in these tests. */
const rsaKey = promisify(generateKeyPair)('rsa', { modulusLength: 2048 }).then(({ privateKey }) =>
  privateKey.export({ format: 'jwk' }),
);

export async function nodeOAuth({ clientId, clientSecret, lifetimeSeconds }: ServerOptions): Promise<OAuthServer> {
  const tokens = new Map<string, NodeOAuthServer.Token>();
  // The library does not form-decode Basic credentials (RFC 6749 section 2.3.1), so the model accepts both spellings.
  const spellings = (text: string) => [text, new URLSearchParams({ a: text }).toString().slice(2)];
  const server = new NodeOAuthServer({
    accessTokenLifetime: lifetimeSeconds,
    model: {
      getClient: async (id: string, secret: string) =>
        spellings(clientId).includes(id) &&
        spellings(clientSecret).includes(secret) && { id: clientId, grants: ['client_credentials'] },
      getUserFromClient: async () => ({ id: clientId }),
      saveToken: async (token: NodeOAuthServer.Token, client: NodeOAuthServer.Client, user: NodeOAuthServer.User) => {
        const saved = { ...token, client, user };
        tokens.set(token.accessToken, saved);
        return saved;
      },
      getAccessToken: async (token: string) => tokens.get(token) ?? false,
    } as never,
  });
  const respond: RequestListener = async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const incoming = new NodeOAuthServer.Request({
      method: request.method!,
      headers: request.headers as Record<string, string>,
      query: {},
      body: Object.fromEntries(new URLSearchParams(text)),
    });
    const outgoing = new NodeOAuthServer.Response({});
    await server.token(incoming, outgoing).catch(() => {});
    response
      .writeHead(outgoing.status!, { 'content-type': 'application/json', ...outgoing.headers })
      .end(JSON.stringify(outgoing.body));
  };
  const accept = async (token: string) =>
    server
      .authenticate(
        new NodeOAuthServer.Request({ method: 'GET', query: {}, headers: { authorization: `Bearer ${token}` } }),
        new NodeOAuthServer.Response({}),
      )
      .then(
        () => true,
        () => false,
      );
  return serve(respond, accept, async (token) => void tokens.delete(token));
}

/** This server accepts any client, so it tests only grants, both kinds of client authentication and lifetimes. */
export async function mockServer({ lifetimeSeconds }: ServerOptions): Promise<OAuthServer> {
  const server = new MockServer(undefined, undefined, { endpoints: { token: '/oauth/token' } } as never);
  await server.issuer.keys.add({ ...(await rsaKey), kid: 'key', alg: 'RS256' });
  await server.start(0, '127.0.0.1');
  const tokens = new Set<string>();
  server.service.on('beforeResponse', (response: { body: Record<string, unknown> }) => {
    response.body['expires_in'] = lifetimeSeconds;
    tokens.add(String(response.body['access_token']));
  });
  let count = 0;
  server.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    token.payload['jti'] = String(++count);
  });
  const resource = await serve(
    () => {},
    async (token) => tokens.has(token),
    async (token) => void tokens.delete(token),
  );
  server.service.on('beforeResponse', () => {
    resource.counts.tokens++;
  });
  return {
    ...resource,
    authUrl: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      await resource.close();
      await server.stop();
    },
  };
}
