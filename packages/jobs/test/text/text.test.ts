import { expect, test } from 'vitest';
import { findCredentials, withoutCredentials } from '../../src/text/find-credentials.ts';

const secrets = [
  'password = "hunter2-x"',
  "client_secret: 'hunter2-x'",
  'Server=db;Pwd=hunter2-x;',
  'https://me:hunter2-x@example.com/',
  'Authorization: Bearer hunter2-x0123456789',
  '<set attr="db.password" value="hunter2-x"/>',
];

test.each(secrets)('%s: the secret is found once, and is not in the result', (text) => {
  expect(findCredentials(`// fine\n${text}`)).toEqual([{ pattern: expect.any(String), line: 2 }]);
  expect(JSON.stringify(findCredentials(text))).not.toContain('hunter2');
  expect(withoutCredentials(`failed: ${text} after 3 s`)).not.toContain('hunter2-x');
});

test.each([
  '-----BEGIN PRIVATE KEY-----',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0',
  'AKIAABCDEFGHIJKLMNOP',
  'ASIAABCDEFGHIJKLMNOP',
  'ghp_0123456789abcdefghij',
  'github_pat_0123456789abcdefghij',
  'xoxb-0123456789',
  'sk_live_0123456789',
  'Basic dXNlcjpodW50ZXIy',
  'x-api-key: "abc"',
  'access_key="abc"',
  "passphrase = 'abc'",
  "PASSWD => 'abc'",
])('%s is found', (text) => {
  expect(findCredentials(text)).toHaveLength(1);
});

test('a long line takes time in proportion to its length, and its end is searched too', () => {
  const long = `${'a.password_'.repeat(20_000)} password = "hunter2"`;
  expect(findCredentials(long)).toHaveLength(1);
  expect(findCredentials('a'.repeat(1_000_000))).toEqual([]);
});
