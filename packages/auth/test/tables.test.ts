import { securitySchemes, operations, type OperationId } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  bearer,
  explain,
  fromEnvironment,
  isAuthError,
  isConfigError,
  isSecretHeader,
  isSecretParameter,
  oauthEndpoints,
  personalAccessToken,
} from '../src/index.ts';
import { request } from './support/credential-request.ts';

describe('explain', () => {
  it.each([
    ['getJob', ['basic', 'apiKeyHeader', 'apiKeyQuery']],
    ['listHistory', ['basic', 'apiKeyHeader', 'apiKeyQuery']],
    ['listConnectors', ['basic', 'apiKeyHeader', 'apiKeyQuery']],
    ['listWorkspaces', ['userToken', 'basic']],
    ['listTaskHistory', ['userToken', 'basic']],
    ['listJobStatus', ['userToken', 'basic']],
    ['runQuery', ['personalAccessToken', 'clientCredentials']],
    ['createToken', []],
  ] as const)('%s allows %j', (operationId, schemes) => {
    expect(
      explain(operationId)
        .allowed.map(({ scheme }) => scheme)
        .sort(),
    ).toEqual([...schemes].sort());
    expect(explain(operationId).sent).toBeNull();
  });

  it('knows every operation and scheme of the documents', () => {
    const schemes = (Object.keys(operations) as OperationId[]).flatMap((id) => explain(id).allowed);
    expect(new Set(schemes.map(({ scheme }) => scheme))).toEqual(new Set(Object.keys(securitySchemes)));
    for (const { factory, carrier } of schemes)
      expect([factory.includes('('), carrier.length > 9]).toEqual([true, true]);
  });

  it.each([
    [
      'listHistory',
      apiKeyHeader({ name: 'x-acme-authtoken', value: 'k' }),
      'apiKeyHeader',
      'header x-{vendor}-authtoken',
    ],
    ['listHistory', apiKeyQuery({ value: 'k' }), 'apiKeyQuery', 'query @authtoken'],
    [
      'listWorkspaces',
      apiKeyHeader({ name: 'x-key', value: 'k' }),
      'userToken',
      'a header or query parameter that the specification does not name',
    ],
    ['runQuery', personalAccessToken({ email: 'a', token: 'k' }), 'personalAccessToken', 'header Authorization'],
    ['runQuery', basic({ username: 'a', password: 'k' }), 'personalAccessToken', 'header Authorization'],
    ['runQuery', bearer('k'), 'clientCredentials', 'header Authorization'],
  ] as const)('%s: one alternative is sent', (operationId, credential, scheme, carrier) => {
    expect(explain(operationId, credential).sent).toMatchObject({ scheme, carrier });
  });

  it('says null for a credential that the documents do not name, and refuses unknown operations', () => {
    expect(explain('listHistory', bearer('k')).sent).toBeNull();
    expect(() => explain('toString' as never)).toThrow('operationId must be one of');
  });
});

describe('fromEnvironment', () => {
  const all = {
    SYNCLINE_USERNAME: 'u',
    SYNCLINE_PASSWORD: 'canary',
    SYNCLINE_API_KEY: 'canary',
    SYNCLINE_VENDOR: 'acme',
    SYNCLINE_API_KEY_QUERY: 'canary',
    SYNCLINE_USER_TOKEN: 'canary',
    SYNCLINE_USER_TOKEN_HEADER: 'x-u',
    SYNCLINE_USER_TOKEN_PARAMETER: 'u',
    SYNCLINE_EMAIL: 'e',
    SYNCLINE_PERSONAL_ACCESS_TOKEN: 'canary',
  };
  const pick = (...names: (keyof typeof all)[]) => Object.fromEntries(names.map((name) => [name, all[name]]));
  it.each([
    ['odata', pick('SYNCLINE_USERNAME', 'SYNCLINE_PASSWORD'), { headers: { authorization: 'Basic dTpjYW5hcnk=' } }],
    ['odata', pick('SYNCLINE_API_KEY', 'SYNCLINE_VENDOR'), { headers: { 'x-acme-authtoken': 'canary' } }],
    ['odata', pick('SYNCLINE_API_KEY_QUERY'), { url: 'https://sync.example.com/history?@authtoken=canary' }],
    [
      'v2',
      pick('SYNCLINE_USERNAME', 'SYNCLINE_PASSWORD', 'SYNCLINE_API_KEY_QUERY'),
      { headers: { authorization: 'Basic dTpjYW5hcnk=' } },
    ],
    ['v2', pick('SYNCLINE_USER_TOKEN', 'SYNCLINE_USER_TOKEN_HEADER'), { headers: { 'x-u': 'canary' } }],
    [
      'v2',
      pick('SYNCLINE_USER_TOKEN', 'SYNCLINE_USER_TOKEN_PARAMETER'),
      { url: 'https://sync.example.com/history?u=canary' },
    ],
    [
      'cloud',
      pick('SYNCLINE_EMAIL', 'SYNCLINE_PERSONAL_ACCESS_TOKEN'),
      { headers: { authorization: 'Basic ZTpjYW5hcnk=' } },
    ],
  ] as const)('%s from %j', async (name, environment, want) => {
    const sent = request();
    await fromEnvironment(name, environment).apply(sent);
    expect(sent).toMatchObject(want);
  });

  it('makes client credentials', () => {
    const environment = {
      SYNCLINE_AUTH_URL: 'https://auth.example.com',
      SYNCLINE_CLIENT_ID: 'i',
      SYNCLINE_CLIENT_SECRET: 'canary',
    };
    expect(fromEnvironment('cloud', environment).scheme).toBe('clientCredentials');
  });

  it('reads process.env, and nothing where there is none', () => {
    process.env['SYNCLINE_API_KEY_QUERY'] = 'k';
    expect(fromEnvironment('odata').scheme).toBe('apiKeyQuery');
    delete process.env['SYNCLINE_API_KEY_QUERY'];
    expect(() => fromEnvironment('odata')).toThrow('must set, for odata');
    const { process: saved } = globalThis;
    Reflect.deleteProperty(globalThis, 'process');
    try {
      expect(() => fromEnvironment('odata')).toThrow('must set, for odata');
    } finally {
      globalThis.process = saved;
    }
  });

  it.each([
    [
      {},
      'SYNCLINE_USERNAME with SYNCLINE_PASSWORD, or SYNCLINE_API_KEY with SYNCLINE_VENDOR, or SYNCLINE_API_KEY_QUERY',
    ],
    [{ SYNCLINE_USERNAME: 'canary', SYNCLINE_PASSWORD: '' }, 'must set'],
    [
      pick('SYNCLINE_USERNAME', 'SYNCLINE_PASSWORD', 'SYNCLINE_API_KEY_QUERY'),
      'one way only, and sets SYNCLINE_USERNAME with SYNCLINE_PASSWORD, or SYNCLINE_API_KEY_QUERY',
    ],
  ])('%j is refused without repeating a value', (environment, words) => {
    try {
      fromEnvironment('odata', environment);
      expect.unreachable();
    } catch (error) {
      expect(isConfigError(error) && error.message).toContain(words);
      expect(String(error)).not.toContain('canary');
    }
  });
});

describe('redaction, from the documents', () => {
  it.each([
    'Authorization',
    'x-acme-authtoken',
    'X-Other-Vendor-AuthToken',
    'Cookie',
    'set-cookie',
    'proxy-authorization',
  ])('%s is a secret header', (name) => {
    expect(isSecretHeader(name)).toBe(true);
  });
  it.each(['accept', 'x-authtoken', 'x-acme-authtoken-hint', 'retry-after'])('%s is none', (name) => {
    expect(isSecretHeader(name)).toBe(false);
  });
  it('so are parameters', () => {
    expect(
      ['@authtoken', '@AuthToken', 'client_secret', 'access_token', '$filter', 'client_id'].map(isSecretParameter),
    ).toEqual([true, true, true, true, false, false]);
  });
});

describe('oauthEndpoints', () => {
  it.each([
    'https://auth.example.com/t',
    'https://auth.example.com/t/',
    'https://auth.example.com/t//',
  ])('%s', (url) => {
    expect(oauthEndpoints(url)).toEqual({
      tokenUrl: 'https://auth.example.com/t/oauth/token',
      authorizationUrl: 'https://auth.example.com/t/authorize',
    });
  });
});

describe('guards', () => {
  it('hold for errors of another copy of the package, and for nothing else', () => {
    const brand = Symbol.for('syncline.error');
    expect(isAuthError({ [brand]: true, code: 'AUTH_FAILED' })).toBe(true);
    expect(isConfigError({ [brand]: true, code: 'AUTH_FAILED' })).toBe(false);
    for (const value of [undefined, null, 'AUTH_FAILED', { code: 'AUTH_FAILED' }, new Error('x')])
      expect([isAuthError(value), isConfigError(value)]).toEqual([false, false]);
  });
});
