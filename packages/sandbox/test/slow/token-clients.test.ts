import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, type ListeningSandbox } from '../../src/index.ts';
import { installPeers, peer } from './support/peers.ts';

const absent = installPeers();
if (absent !== undefined) console.log(`skipped: ${absent}`);

async function listen(): Promise<ListeningSandbox> {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox.listen();
}

/** A query with the token: the sandbox accepts no other. */
async function query({ urls }: ListeningSandbox, token: unknown): Promise<unknown> {
  const response = await fetch(`${urls.cloud}/api/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'SELECT JobName FROM jobs LIMIT 1' }),
  });
  return response.json();
}
const found = [{ JobName: 'CRM to Warehouse' }];

it.skipIf(absent !== undefined)('oauth4webapi gets a token', async () => {
  const oauth = await peer<{
    ClientSecretPost(secret: string): unknown;
    allowInsecureRequests: symbol;
    clientCredentialsGrantRequest(
      server: object,
      client: object,
      authentication: unknown,
      parameters: object,
      options: object,
    ): Promise<Response>;
    processClientCredentialsResponse(
      server: object,
      client: object,
      response: Response,
    ): Promise<{ access_token: string }>;
  }>('oauth4webapi');
  const listening = await listen();
  const { clientId, clientSecret } = listening.credentials.serviceAccount;
  const server = { issuer: listening.urls.auth, token_endpoint: `${listening.urls.auth}/oauth/token` };
  const client = { client_id: clientId };
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(clientSecret),
    {},
    { [oauth.allowInsecureRequests]: true },
  );
  const { access_token: token } = await oauth.processClientCredentialsResponse(server, client, response);
  expect(await query(listening, token)).toEqual(found);
});

it.skipIf(absent !== undefined)('openid-client gets a token', async () => {
  const openid = await peer<{
    Configuration: new (server: object, id: string, metadata: undefined, authentication: unknown) => object;
    ClientSecretPost(secret: string): unknown;
    allowInsecureRequests(configuration: object): void;
    clientCredentialsGrant(configuration: object): Promise<{ access_token: string }>;
  }>('openid-client');
  const listening = await listen();
  const { clientId, clientSecret } = listening.credentials.serviceAccount;
  const configuration = new openid.Configuration(
    { issuer: listening.urls.auth, token_endpoint: `${listening.urls.auth}/oauth/token` },
    clientId,
    undefined,
    openid.ClientSecretPost(clientSecret),
  );
  openid.allowInsecureRequests(configuration);
  const { access_token: token } = await openid.clientCredentialsGrant(configuration);
  expect(await query(listening, token)).toEqual(found);
});

it.skipIf(absent !== undefined)('simple-oauth2 gets a token', async () => {
  const { ClientCredentials } = await peer<{
    ClientCredentials: new (
      options: object,
    ) => { getToken(parameters: object): Promise<{ token: { access_token: string } }> };
  }>('simple-oauth2');
  const listening = await listen();
  const { clientId: id, clientSecret: secret } = listening.credentials.serviceAccount;
  const { origin, pathname } = new URL(`${listening.urls.auth}/oauth/token`);
  const client = new ClientCredentials({
    client: { id, secret },
    auth: { tokenHost: origin, tokenPath: pathname },
    options: { authorizationMethod: 'body' },
  });
  expect(await query(listening, (await client.getToken({})).token.access_token)).toEqual(found);
});
