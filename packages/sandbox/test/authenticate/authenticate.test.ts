import { describe, expect, it } from 'vitest';
import type { Sandbox, SchemeId } from '../../src/index.ts';
import { basic, openSandbox, requestToken, serviceAccountFields } from '../support/sandbox.ts';

interface Alternative {
  scheme: SchemeId;
  at: 'odata' | 'v2' | 'cloud';
  send(sandbox: Sandbox, wrong: boolean): { headers?: Record<string, string>; query?: string };
}
const key = ({ headerName, value }: { headerName: string; value: string }, wrong: boolean) => ({
  headers: { [headerName]: wrong ? 'wrong' : value },
});

const alternatives: Alternative[] = [
  {
    scheme: 'basic',
    at: 'odata',
    send: (
      {
        credentials: {
          basic: { username, password },
        },
      },
      wrong,
    ) => ({ headers: basic(username, wrong ? 'wrong' : password) }),
  },
  { scheme: 'apiKeyHeader', at: 'odata', send: ({ credentials }, wrong) => key(credentials.apiKey, wrong) },
  {
    scheme: 'apiKeyQuery',
    at: 'odata',
    send: ({ credentials: { apiKey } }, wrong) => ({ query: `?@authtoken=${wrong ? 'wrong' : apiKey.value}` }),
  },
  {
    scheme: 'basic',
    at: 'v2',
    send: (
      {
        credentials: {
          basic: { username, password },
        },
      },
      wrong,
    ) => ({ headers: basic(username, wrong ? 'wrong' : password) }),
  },
  { scheme: 'userToken', at: 'v2', send: ({ credentials }, wrong) => key(credentials.userToken, wrong) },
  {
    scheme: 'personalAccessToken',
    at: 'cloud',
    send: (
      {
        credentials: {
          personalAccessToken: { email, token },
        },
      },
      wrong,
    ) => ({ headers: basic(email, wrong ? 'wrong' : token) }),
  },
];
const paths = { odata: '/connectors', v2: '/v2/workspaces', cloud: '/api/query' };

async function call(
  sandbox: Sandbox,
  at: Alternative['at'],
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string },
): Promise<Response> {
  const init =
    at === 'cloud'
      ? {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{"query":"SELECT * FROM jobs"}',
        }
      : { headers };
  return sandbox.fetch(sandbox.urls[at] + paths[at] + query, init);
}

describe.each(alternatives)('$scheme at $at', ({ scheme, at, send }) => {
  it('accepts the correct credential', async () => {
    const sandbox = openSandbox();
    expect((await call(sandbox, at, send(sandbox, false))).status).toBe(200);
    expect(sandbox.requests[0]?.scheme).toBe(scheme);
  });
  it('rejects a wrong credential, and none', async () => {
    const sandbox = openSandbox();
    for (const sent of [send(sandbox, true), {}]) {
      const response = await call(sandbox, at, sent);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/Basic realm/);
      expect(JSON.stringify(await response.json())).not.toContain('password');
    }
  });
  it('rejects the correct credential of a disabled scheme', async () => {
    const sandbox = openSandbox({ schemes: { [scheme]: false } });
    expect((await call(sandbox, at, send(sandbox, false))).status).toBe(401);
  });
  it('keeps the secret out of the log', async () => {
    const sandbox = openSandbox();
    await call(sandbox, at, send(sandbox, false));
    const { headers = {}, query = '' } = send(sandbox, false);
    const secret = (Object.values(headers)[0] ?? query.split('=')[1]) as string;
    expect(JSON.stringify(sandbox.requests)).not.toContain(secret.replace('Basic ', ''));
    expect(JSON.stringify(sandbox.requests)).toContain('[redacted]');
  });
});

describe('authentication', () => {
  it('rejects a wrong credential next to a correct one', async () => {
    const sandbox = openSandbox();
    const { apiKey } = sandbox.credentials;
    expect(
      (await call(sandbox, 'odata', { headers: { [apiKey.headerName]: apiKey.value, ...basic('a', 'b') } })).status,
    ).toBe(401);
  });
  it.each(['Basic', 'Basic !', 'basic  ', 'Bearer', 'Digest x'])('rejects Authorization: %s', async (authorization) => {
    expect((await call(openSandbox(), 'odata', { headers: { authorization } })).status).toBe(401);
  });
  it('takes the vendor part from the option', () =>
    expect(openSandbox({ vendor: 'Umbrella' }).credentials.apiKey.headerName).toBe('x-umbrella-authtoken'));
});

describe('tokens', () => {
  const bearer = async (sandbox: Sandbox) => {
    const response = await requestToken(sandbox, serviceAccountFields(sandbox));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { access_token, token_type, expires_in } = (await response.json()) as Record<string, unknown>;
    expect([token_type, expires_in]).toEqual(['Bearer', 60]);
    return { headers: { authorization: `Bearer ${String(access_token)}` } };
  };

  it('are accepted by the cloud interface until they expire by the clock', async () => {
    const sandbox = openSandbox({ tokenLifetime: 60 });
    const sent = await bearer(sandbox);
    sandbox.clock.advance('59s');
    expect((await call(sandbox, 'cloud', sent)).status).toBe(200);
    sandbox.clock.advance('1s');
    const refused = await call(sandbox, 'cloud', sent);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
  });
  it('can be expired at once', async () => {
    const sandbox = openSandbox({ tokenLifetime: 60 });
    const sent = await bearer(sandbox);
    sandbox.expireTokens();
    expect((await call(sandbox, 'cloud', sent)).status).toBe(401);
  });
  it('are not accepted by the other interfaces', async () => {
    const sandbox = openSandbox({ tokenLifetime: 60 });
    const sent = await bearer(sandbox);
    for (const at of ['odata', 'v2'] as const) expect((await call(sandbox, at, sent)).status).toBe(401);
  });

  it.each([
    ['no field', {}, 400, 'invalid_request'],
    ['a wrong secret', { client_secret: 'x' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'x' }, 401, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('%s is rejected as RFC 6749 says', async (title, change, status, error) => {
    const sandbox = openSandbox();
    const response = await requestToken(
      sandbox,
      title === 'no field' ? {} : { ...serviceAccountFields(sandbox), ...change },
    );
    expect([response.status, await response.json()]).toEqual([
      status,
      { error, error_description: expect.any(String) as string },
    ]);
  });
  it('are not issued for a repeated field, another content type, a second way to authenticate, or a query', async () => {
    const sandbox = openSandbox();
    const fields = new URLSearchParams(serviceAccountFields(sandbox)).toString();
    const url = `${sandbox.urls.auth}/oauth/token`;
    const statuses = await Promise.all([
      requestToken(sandbox, `${fields}&client_id=x`),
      requestToken(sandbox, fields, { 'content-type': 'application/json' }),
      requestToken(sandbox, fields, basic('a', 'b')),
      sandbox.fetch(`${url}?client_id=b`, { method: 'POST', body: new URLSearchParams(fields) }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 415, 400, 400]);
    for (const response of statuses) expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });
});
