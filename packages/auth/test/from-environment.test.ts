import { describe, expect, it } from 'vitest';
import { fromEnvironment, isConfigError } from '../src/index.ts';
import { request } from './support/credential-request.ts';

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

  it('takes no variable from a polluted prototype', () => {
    const inherited = { SYNCLINE_USERNAME: 'u', SYNCLINE_PASSWORD: 'canary', SYNCLINE_API_KEY_QUERY: 'canary' };
    Object.assign(Object.prototype, inherited);
    try {
      expect(() => fromEnvironment('odata', {})).toThrow('has no credential for odata');
      expect(() => fromEnvironment('odata')).toThrow('has no credential for odata');
      const key = { SYNCLINE_API_KEY: 'k', SYNCLINE_VENDOR: 'acme' };
      expect(fromEnvironment('odata', key).scheme).toBe('apiKeyHeader');
    } finally {
      for (const name of Object.keys(inherited)) Reflect.deleteProperty(Object.prototype, name);
    }
    expect(() => fromEnvironment('odata', Object.create(inherited) as Record<string, string>)).toThrow(
      'has no credential for odata',
    );
  });

  it.each(['OData', '__proto__', 'toString', undefined])('refuses the interface %j', (name) => {
    expect(() => fromEnvironment(name as 'odata', pick('SYNCLINE_API_KEY_QUERY'))).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'interfaceName' }),
    );
  });

  it('creates client credentials', () => {
    const environment = {
      SYNCLINE_AUTH_URL: 'https://auth.example.com',
      SYNCLINE_CLIENT_ID: 'i',
      SYNCLINE_CLIENT_SECRET: 'canary',
    };
    expect(fromEnvironment('cloud', environment).scheme).toBe('clientCredentials');
  });

  it('reads process.env, and nothing if it does not exist', () => {
    process.env['SYNCLINE_API_KEY_QUERY'] = 'k';
    expect(fromEnvironment('odata').scheme).toBe('apiKeyQuery');
    delete process.env['SYNCLINE_API_KEY_QUERY'];
    expect(() => fromEnvironment('odata')).toThrow('has no credential for odata');
    const { process: saved } = globalThis;
    Reflect.deleteProperty(globalThis, 'process');
    try {
      expect(() => fromEnvironment('odata')).toThrow('has no credential for odata');
    } finally {
      globalThis.process = saved;
    }
  });

  it.each([
    [
      {},
      'SYNCLINE_USERNAME with SYNCLINE_PASSWORD, or SYNCLINE_API_KEY with SYNCLINE_VENDOR, or SYNCLINE_API_KEY_QUERY',
    ],
    [{ SYNCLINE_USERNAME: 'canary', SYNCLINE_PASSWORD: '' }, 'has no credential'],
    [
      pick('SYNCLINE_USERNAME', 'SYNCLINE_PASSWORD', 'SYNCLINE_API_KEY_QUERY'),
      'of one credential only, but sets SYNCLINE_USERNAME with SYNCLINE_PASSWORD, or SYNCLINE_API_KEY_QUERY',
    ],
  ])('%j is refused, and no value is repeated', (environment, words) => {
    try {
      fromEnvironment('odata', environment);
      expect.unreachable();
    } catch (error) {
      expect(isConfigError(error) && error.option).toBe('environment');
      expect((error as Error).message).toContain(words);
      expect(String(error)).not.toContain('canary');
    }
  });
});
