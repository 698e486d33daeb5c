import { describe, expect, it } from 'vitest';
import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  type Credential,
  clientCredentials,
  memoryTokenStore,
  personalAccessToken,
  sharedTokens,
  toFetch,
  toMiddleware,
} from '../src/index.ts';

const key = 'k'.repeat(43);
const client = { authUrl: 'https://id.example', clientId: 'a', clientSecret: 'the secret' };
const credential: Credential = basic({ username: 'ada', password: 'x' });
/** Every function of the package that takes options, with a misspelled option and the name that was meant. */
const functions: Readonly<Record<string, readonly [(more: object) => unknown, string, string]>> = {
  basic: [(more) => basic({ username: 'ada', password: 'x', ...more }), 'usrname', 'username'],
  apiKeyHeader: [(more) => apiKeyHeader({ name: 'x-key', value: 'x', ...more }), 'vallue', 'value'],
  apiKeyQuery: [(more) => apiKeyQuery({ value: 'x', ...more }), 'nmae', 'name'],
  personalAccessToken: [(more) => personalAccessToken({ email: 'a@b.c', token: 'x', ...more }), 'emial', 'email'],
  clientCredentials: [(more) => clientCredentials({ ...client, ...more }), 'clientsecret', 'clientSecret'],
  sharedTokens: [(more) => sharedTokens({ store: memoryTokenStore(), key, ...more }), 'leaseMS', 'leaseMs'],
  toFetch: [(more) => toFetch(credential, more), 'baseURL', 'baseUrl'],
  toMiddleware: [(more) => toMiddleware(credential, more), 'allowInsecure', 'allowInsecureHttp'],
};
const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

describe.each(Object.entries(functions))('%s', (_, [create, wrong, right]) => {
  it('refuses a misspelled option and suggests the nearest', () =>
    expect(thrownBy(() => create({ [wrong]: 'x' }))).toMatchObject({
      code: 'CONFIG_INVALID',
      option: wrong,
      message: `${wrong} is not an option: did you mean ${right}?`,
    }));
  it('takes no option from a polluted prototype', () => {
    const root = Object.getPrototypeOf({}) as Record<string, unknown>;
    root[right] = 7;
    root.timeout = -1;
    try {
      expect(create({})).toBeDefined();
    } finally {
      delete root[right];
      delete root.timeout;
    }
  });
});

describe.each([
  ...['timeout', 'deadline', 'tries'].map((option) => ['clientCredentials', option]),
  ...['leaseMs', 'storeTimeout'].map((option) => ['sharedTokens', option]),
])('%s: %s', (name, option) => {
  it.each([Number.POSITIVE_INFINITY, Number.NaN, -1, 0, 1.5, '5', null])('refuses %s', (value) =>
    expect(thrownBy(() => functions[name as string]?.[0]({ [option as string]: value }))).toMatchObject({
      code: 'CONFIG_INVALID',
      option,
    }));
});

it.each([
  basic,
  apiKeyHeader,
  apiKeyQuery,
  personalAccessToken,
  clientCredentials,
  sharedTokens,
])('refuses null and text in place of options (case %#)', (create) => {
  for (const options of [null, 'text'])
    expect(thrownBy(() => (create as (options: unknown) => unknown)(options))).toMatchObject({ option: 'options' });
});
it('refuses a client authentication that does not exist', () =>
  expect(thrownBy(() => clientCredentials({ ...client, clientAuthentication: 'jwt' as never }))).toMatchObject({
    option: 'clientAuthentication',
  }));
