import { describe, expect, it } from 'vitest';
import type { Service } from '../../src/doctor/probe.ts';
import { basesNear, headersNear, withHeader } from '../../src/doctor/variants.ts';

describe('the base URLs that are tried', () => {
  it.each<[string, 'odata' | 'v2', readonly string[]]>([
    ['https://a.example', 'odata', ['/api.rsc', '/api', '/odata']],
    ['https://a.example', 'v2', ['/api.rsc', '/api', '/odata']],
    ['https://a.example/api', 'odata', ['/api/api.rsc', '/api/api', '/api/odata', '/api.rsc', '/odata', '']],
    ['https://a.example/api//', 'v2', ['', '/api/api.rsc', '/api/api', '/api/odata', '/api.rsc', '/odata']],
    [
      'https://a.example/one/two',
      'odata',
      [
        '/one/two/api.rsc',
        '/one/two/api',
        '/one/two/odata',
        '/one/api.rsc',
        '/one/api',
        '/one/odata',
        '/api.rsc',
        '/api',
        '/odata',
        '/one',
        '',
      ],
    ],
    [
      'https://a.example/one/two',
      'v2',
      [
        '/one',
        '',
        '/one/two/api.rsc',
        '/one/two/api',
        '/one/two/odata',
        '/one/api.rsc',
        '/one/api',
        '/one/odata',
        '/api.rsc',
        '/api',
        '/odata',
      ],
    ],
  ])('%s, %s', (baseUrl, kind, paths) =>
    expect(basesNear(baseUrl, kind)).toEqual(paths.map((path) => `https://a.example${path}`)));

  it('are at most twelve', () => expect(basesNear('https://a.example/1/2/3/4/5/6', 'odata')).toHaveLength(12));
});

describe('the headers that are tried with a key', () => {
  it('are those given, then those of the vendor and of the host, each once', () => {
    expect(headersNear('https://sync.acme.example/app', 'Acme', ['X-Own', 'x-own'])).toEqual([
      'x-own',
      'x-acme-authtoken',
      'x-acme-user-token',
      'x-sync-authtoken',
      'x-sync-user-token',
      'x-example-authtoken',
      'x-example-user-token',
      'x-api-key',
    ]);
  });

  it('leave out what cannot be a part of a name', () => {
    expect(headersNear('https://127.0.0.1:8080', 'a b', [])).toEqual(['x-api-key']);
    expect(headersNear('https://localhost', undefined, [])).toEqual([
      'x-localhost-authtoken',
      'x-localhost-user-token',
      'x-api-key',
    ]);
  });

  it('are at most twelve', () => expect(headersNear('https://a.b.c.d.e.f.g', 'h', [])).toHaveLength(12));

  it('carry the key if a header can have this name', () => {
    const service = { baseUrl: 'https://a.example' } as Service;
    const headers: Record<string, string> = {};
    const variant = withHeader(service, 'x-own', 'the-long-key');
    void variant?.credential.apply({ url: 'https://a.example/', method: 'GET', headers });
    expect([variant?.baseUrl, headers]).toEqual(['https://a.example', { 'x-own': 'the-long-key' }]);
    expect(withHeader(service, 'x own', 'the-long-key')).toBeNull();
    expect(withHeader(service, 'host', 'the-long-key')).toBeNull();
  });
});
