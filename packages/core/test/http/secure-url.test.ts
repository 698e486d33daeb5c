import { describe, expect, it } from 'vitest';
import { isLoopback, requireSecureUrl } from '../../src/http/secure-url.ts';
import { isConfigError } from '../../src/internal.ts';

describe('isLoopback', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'sandbox.localhost',
    '127.0.0.1',
    '127.1.2.3',
    '127.10.200.30',
    '[::1]',
    '::1',
  ])('%s is this machine', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each([
    '',
    'example.com',
    'localhost.example.com',
    'notlocalhost',
    '127.0.0.1.example.com',
    '128.0.0.1',
    '0.0.0.0',
    '[::2]',
    '10.0.0.1',
  ])('%s is not', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('requireSecureUrl', () => {
  const option = 'baseUrl';
  it.each([
    'https://sync.example.com/api',
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://[::1]:1/',
    'http://2130706433/',
  ])('accepts %s', (url) => {
    expect(requireSecureUrl(url, { option }).href).toBe(new URL(url).href);
  });
  it('accepts plain http elsewhere only with the option', () => {
    expect(requireSecureUrl(new URL('http://10.0.0.1/'), { option, allowInsecureHttp: true }).hostname).toBe(
      '10.0.0.1',
    );
    expect(() => requireSecureUrl('http://10.0.0.1/', { option, allowInsecureHttp: false })).toThrow(
      'baseUrl must be an https URL',
    );
  });
  it.each([
    ['canary', 'must be an https URL'],
    ['http://canary.example.com', 'must be an https URL'],
    ['https://canary@example.com', 'without user name'],
    ['https://:canary@example.com', 'password'],
    ['https://example.com/?canary', 'query'],
    ['https://example.com/#canary', 'fragment'],
    ['ftp://canary.example.com', 'must be an https URL'],
  ])('refuses %s with the rule, without repeating the address', (url, rule) => {
    try {
      requireSecureUrl(url, { option, allowInsecureHttp: url.startsWith('ftp') });
      expect.unreachable();
    } catch (error) {
      expect(isConfigError(error) && error.option).toBe('baseUrl');
      expect(String(error)).toContain(rule);
      expect(String((error as Error).stack)).not.toContain('canary');
    }
  });
});
