import { expect, test } from 'vitest';
import * as auth from '../src/index.ts';

const values = [undefined, null, 5, 10n, true, '', 'text', {}, [], [null], () => 1];
// These functions check a caught value, so they accept anything.
const guards = /^is[A-Z]\w*Error$/;

test.each(
  Object.entries(auth as Readonly<Record<string, unknown>>).filter(
    ([name]) => /^[a-z]/.test(name) && !guards.test(name),
  ),
)('%s throws errors of ours only, whatever it is given', (_name, create) => {
  for (const value of values) {
    try {
      (create as (value: unknown) => unknown)(value);
    } catch (error) {
      expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
    }
  }
});

test.each([undefined, null, 5])('a name of a header that is %s is refused', (name) => {
  expect(() => auth.apiKeyHeader({ name, value: 'x' } as never)).toThrow('name must be a header name');
  expect(() => auth.vendorHeaderName(name as never)).toThrow(
    /^vendor (of vendorHeaderName is missing|of vendorHeaderName must be text|must consist of letters)/,
  );
});

test.each([
  ['onEvent', 'a text'],
  ['onEvent', {}],
  ['fetch', 'https://proxy.example'],
  ['fetch', null],
  ['tokenStore', {}],
  ['tokenStore', null],
  ['tokenStore', { get: () => undefined, set: () => undefined }],
])('clientCredentials refuses a wrong %s when it is made: %j', (option, value) => {
  const options = { authUrl: 'https://auth.example', clientId: 'a', clientSecret: 'b', [option]: value };
  expect(() => auth.clientCredentials(options as never)).toThrow(new RegExp(`^${option}.* must be a function`));
});
