import { describe, expect, it } from 'vitest';
import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  bearer,
  isConfigError,
  personalAccessToken,
  vendorHeaderName,
  type Credential,
  type Secret,
} from '../src/index.ts';
import { request } from './support/credential-request.ts';

const make: Record<string, (secret: Secret) => Credential> = {
  basic: (password) => basic({ username: 'jane', password }),
  personalAccessToken: (token) => personalAccessToken({ email: 'jane@example.com', token }),
  apiKeyHeader: (value) => apiKeyHeader({ name: 'X-Key', value }),
  apiKeyQuery: (value) => apiKeyQuery({ value }),
  bearer: (token) => bearer(token),
};
const applied = (credential: Credential, url = 'https://sync.example.com/history') => {
  const sent = request({ url });
  expect(credential.apply(sent)).toBeUndefined();
  return sent;
};

describe('what is sent', () => {
  it.each([
    ['basic', { headers: { authorization: 'Basic amFuZTrDqSDigqw=' } }],
    ['personalAccessToken', { headers: { authorization: 'Basic amFuZUBleGFtcGxlLmNvbTrDqSDigqw=' } }],
    ['apiKeyQuery', { url: 'https://sync.example.com/history?@authtoken=%C3%A9%20%E2%82%AC' }],
  ])('%s sends any letter, in UTF-8', (name, want) => {
    expect(applied(make[name]!('é €'))).toMatchObject(want);
  });

  it('apiKeyHeader and bearer send Latin-1 as it is', () => {
    expect(applied(make['apiKeyHeader']!('clé')).headers).toEqual({ 'x-key': 'clé' });
    expect(applied(make['bearer']!('clé')).headers).toEqual({ authorization: 'Bearer clé' });
  });

  it('an empty password is legal in Basic', () => {
    expect(applied(make['basic']!('')).headers).toEqual({ authorization: 'Basic amFuZTo=' });
  });

  it('a vendor part becomes a header name', () => {
    expect(vendorHeaderName('Acme-2')).toBe('x-acme-2-authtoken');
  });
});

describe('apiKeyQuery', () => {
  const credential = apiKeyQuery({ value: 'k&=' });
  it.each([
    ['https://h/p', 'https://h/p?@authtoken=k%26%3D'],
    ['https://h/p?', 'https://h/p?@authtoken=k%26%3D'],
    ['https://h/p?$filter=a%20eq%20%27%26%27', 'https://h/p?$filter=a%20eq%20%27%26%27&@authtoken=k%26%3D'],
    ['https://h/p?@authtoken=old&a=1&%40authtoken=older&%ZZ=1', 'https://h/p?a=1&%ZZ=1&@authtoken=k%26%3D'],
  ])('%s → %s', (from, to) => {
    const sent = applied(credential, from);
    expect(sent.url).toBe(to);
    void credential.apply(sent);
    expect(sent.url).toBe(to);
  });

  it('accepts another name', () => {
    expect(applied(apiKeyQuery({ name: 'token', value: 'x' })).url).toBe('https://sync.example.com/history?token=x');
  });
});

describe('after a 401', () => {
  it.each(Object.entries(make))('%s with a string has nothing newer', (_, factory) => {
    const credential = factory('secret');
    expect(credential.onUnauthorized(applied(credential))).toBe(false);
  });

  it.each(
    Object.entries(make),
  )('%s with a function is newer once the function returns something else', async (_, factory) => {
    let secret = 'one';
    const credential = factory(() => secret);
    const sent = request();
    await credential.apply(sent);
    const before = structuredClone(sent);
    expect(await credential.onUnauthorized(sent)).toBe(false);
    secret = 'two';
    expect(await credential.onUnauthorized(sent)).toBe(true);
    expect(sent).toEqual(before);
    await credential.apply(sent);
    expect(sent).not.toEqual(before);
    expect(sent).toMatchObject(applied(factory('two')));
  });
});

describe('values that cannot be sent', () => {
  const wrong = (run: () => unknown, option: string, rule = '(of \\w+ )?must [a-z]') => {
    try {
      run();
    } catch (error) {
      expect(isConfigError(error) && error.option).toBe(option);
      expect((error as Error).message).toMatch(new RegExp(`^${option} ${rule}`));
      expect(`${(error as Error).stack}${JSON.stringify(error)}`).not.toContain('canary');
      return;
    }
    expect.unreachable('it was accepted');
  };
  const options: Record<string, string> = {
    basic: 'password',
    personalAccessToken: 'token',
    apiKeyHeader: 'value',
    apiKeyQuery: 'value',
    bearer: 'token',
  };
  for (const [name, factory] of Object.entries(make)) {
    it.each([
      'canary\n',
      'canary\0',
      '\x7fcanary',
      'canary\x9f',
      'canary\ud83d',
      7 as never,
      undefined as never,
      null as never,
    ])(`${name}: %j`, async (value) => {
      wrong(
        () => factory(value),
        options[name]!,
        (value ?? '') === '' ? 'of \\w+ is missing. Is its env variable set\\?$' : undefined,
      );
      await expect(Promise.resolve(factory(() => value).apply(request()))).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        option: options[name],
      });
    });
    it(`${name}: a function that fails says what it threw in the cause, without its text`, async () => {
      const cause = {
        name: 'RangeError',
        message: 'it threw RangeError ERR_VAULT. Its text may be secret and is not shown',
      };
      await expect(
        Promise.resolve(
          factory(() => {
            throw Object.assign(new RangeError('the vault is shut'), { code: 'ERR_VAULT' });
          }).apply(request()),
        ),
      ).rejects.toMatchObject({ option: options[name], cause: { ...cause, code: 'ERR_VAULT' } });
    });
  }

  it.each([
    'Bearer c4nary',
    'bearer c4nary',
    'BEARER  c4nary',
  ])('the value of a header is no token: %j', async (value) => {
    const refusal = expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: 'token must not begin with "Bearer ", which is added',
    });
    expect(() => bearer(value)).toThrow(refusal);
    await expect(bearer(() => value).apply({ url: 'https://x.test', method: 'GET', headers: {} })).rejects.toThrow(
      refusal,
    );
  });
  it.each(['apiKeyHeader', 'bearer'])('%s: a letter beyond Latin-1 or a space at an end is refused', (name) => {
    for (const value of ['canary€', ' canary', 'canary ', '\u00a0canary'])
      wrong(() => make[name]!(value), options[name]!);
  });

  it.each([
    'personalAccessToken',
    'apiKeyHeader',
    'apiKeyQuery',
    'bearer',
  ])('%s: an empty secret is refused', (name) => {
    wrong(() => make[name]!(''), options[name]!, 'of \\w+ is missing. Is its env variable set\\?$');
  });

  it('names of users, headers, parameters and vendors that cannot be sent are refused', () => {
    for (const username of ['canary:x', 'canary\n']) wrong(() => basic({ username, password: 'x' }), 'username');
    wrong(() => basic({ username: '', password: 'x' }), 'username', 'of \\w+ is missing. Is its env variable set\\?$');
    wrong(() => personalAccessToken({ email: 'canary:x', token: 'x' }), 'email');
    for (const name of ['', 'canary x', 'canary:', 'canaryé', 'canary\n'])
      wrong(() => apiKeyHeader({ name, value: 'x' }), 'name');
    for (const name of ['', 'canary=', 'canary&', 'canary x', 'canary#'])
      wrong(() => apiKeyQuery({ name, value: 'x' }), 'name');
    wrong(() => vendorHeaderName(''), 'vendor', 'of vendorHeaderName is missing');
    for (const vendor of ['canary ', '-canary', 'canary-', 'canary:']) wrong(() => vendorHeaderName(vendor), 'vendor');
    expect(() => vendorHeaderName('-')).toThrow(
      'vendor must consist of letters and digits, with single hyphens between them',
    );
  });
});
