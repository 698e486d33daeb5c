import { describe, expect, it } from 'vitest';
import {
  backoffDelay,
  encodeBase64Utf8,
  encodeForm,
  isLoopback,
  isRetryableStatus,
  requireSecureUrl,
} from '../../src/http/index.ts';
import { isConfigError } from '../../src/index.ts';

describe('backoffDelay', () => {
  it.each([
    [1, 250],
    [2, 500],
    [3, 1000],
    [5, 4000],
    [6, 4000],
    [2000, 4000],
  ])('after try %d waits half of the bound, %d ms, for half of the luck', (attempt, ms) => {
    expect(backoffDelay(attempt, { random: () => 0.5 })).toBe(ms);
  });

  it('stays within its bounds by its own luck', () => {
    for (let i = 0; i < 100; i++) {
      const delay = backoffDelay(2, { baseMs: 10, capMs: 15 });
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThan(15);
    }
    expect(backoffDelay(1)).toBeLessThan(500);
  });
});

describe('isRetryableStatus', () => {
  it('is true for seven statuses and no other', () => {
    const retryable = Array.from({ length: 600 }, (_, status) => status).filter(isRetryableStatus);
    expect(retryable).toEqual([408, 425, 429, 500, 502, 503, 504]);
  });
});

describe('isLoopback', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'sandbox.localhost',
    '127.0.0.1',
    '127.1.2.3',
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
  it('accepts plain http elsewhere only when told so by name', () => {
    expect(requireSecureUrl(new URL('http://10.0.0.1/'), { option, allowInsecureHttp: true }).hostname).toBe(
      '10.0.0.1',
    );
    expect(() => requireSecureUrl('http://10.0.0.1/', { option, allowInsecureHttp: false })).toThrow(
      'baseUrl must be an https URL',
    );
  });
  it.each([
    ['canary', 'https URL'],
    ['http://canary.example.com', 'https URL'],
    ['https://canary@example.com', 'without user name'],
    ['https://:canary@example.com', 'password'],
    ['https://example.com/?canary', 'query'],
    ['https://example.com/#canary', 'fragment'],
    ['ftp://canary.example.com', 'https URL'],
  ])('refuses %s by rule, without repeating it', (url, rule) => {
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

describe('encodings', () => {
  it('Base64 is of the UTF-8 bytes', () => {
    expect(encodeBase64Utf8('test:123£')).toBe('dGVzdDoxMjPCow==');
    expect(encodeBase64Utf8('x'.repeat(200_000))).toHaveLength(266_668);
  });
  it('a form keeps its order and follows RFC 6749 appendix B', () => {
    expect(encodeForm({ b: ' %&+£€', a: '~"<>' })).toBe('b=+%25%26%2B%C2%A3%E2%82%AC&a=%7E%22%3C%3E');
  });
});
