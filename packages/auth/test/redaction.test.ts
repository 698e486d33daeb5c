import { describe, expect, it } from 'vitest';
import { isSecretHeader, isSecretParameter } from '../src/index.ts';

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
  it.each(['accept', 'x-authtoken', 'x-acme-authtoken-hint', 'retry-after'])('%s is not a secret header', (name) => {
    expect(isSecretHeader(name)).toBe(false);
  });
  it('so are parameters', () => {
    expect(
      ['@authtoken', '@AuthToken', 'client_secret', 'access_token', '$filter', 'client_id'].map(isSecretParameter),
    ).toEqual([true, true, true, true, false, false]);
  });
});
