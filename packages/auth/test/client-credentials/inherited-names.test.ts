import type { Transport } from '@syncline/core/internal';
import { expect, it } from 'vitest';
import { clientCredentials } from '../../src/index.ts';
import { request } from '../support/credential-request.ts';

it.each([
  ['headers', { 'x-evil': '1' }],
  ['streaming', true],
  ['startedAt', -1e9],
])('a token request takes no %s from a polluted prototype', async (name, value) => {
  const sent: Record<string, string>[] = [];
  const transport: Transport = async (_url, { headers }) => {
    sent.push({ ...headers });
    const bytes = new TextEncoder().encode('{"access_token":"token","token_type":"Bearer","expires_in":3600}');
    return { status: 200, headers: { get: () => 'application/json' }, body: null, arrived: () => bytes };
  };
  const credential = clientCredentials({
    authUrl: 'https://auth.example.com',
    clientId: 'service',
    clientSecret: 'a-client-secret',
    fetch: transport,
  });
  const attempt = request();
  const root = Object.getPrototypeOf({}) as Record<string, unknown>;
  root[name] = value;
  try {
    await credential.apply(attempt);
  } finally {
    delete root[name];
  }
  expect(attempt.headers['authorization']).toBe('Bearer token');
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual(['accept', 'content-type']);
});
