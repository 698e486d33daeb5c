import { expect, it } from 'vitest';
import { maskSecrets } from '../../src/http/redact.ts';

const secret = 'p%ss"wörd;1234';

it.each([
  ['as it is', secret],
  ['percent-encoded', encodeURIComponent(secret)],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
])('removes a secret %s', (_, spelling) => {
  expect(maskSecrets(`before ${spelling} after`, [secret])).toBe('before [redacted] after');
});

it('removes a secret that was sent percent-encoded if it occurs decoded', () => {
  expect(maskSecrets('key a b&c.', ['a%20b%26c'])).toBe('key [redacted].');
});

it('removes the parts of an Authorization header', () => {
  const basic = `Basic ${Buffer.from('ada:open sesame').toString('base64')}`;
  expect(maskSecrets(`${basic} ${basic.slice(6)} ada:open sesame, open sesame`, [basic])).toBe(
    '[redacted] [redacted] [redacted], [redacted]',
  );
  expect(maskSecrets('token abcdef is wrong', ['Bearer abcdef'])).toBe('token [redacted] is wrong');
});

it.each([
  ['{"access_token":"abc","token_type":"Bearer"}', '{"access_token":"[redacted]","token_type":"Bearer"}'],
  ['{"userToken":"abc","@authtoken":"abc"}', '{"userToken":"[redacted]","@authtoken":"[redacted]"}'],
  ['{"api_key":"abc","key":"abc"}', '{"api_key":"[redacted]","key":"abc"}'],
  ['{"Password" : "a\\"b"}', '{"Password" : "[redacted]"}'],
  ['{"client_secret":"cut in the mid', '{"client_secret":"[redacted]"'],
])('removes the secret members of %j', (text, masked) => {
  expect(maskSecrets(text, [])).toBe(masked);
});

it('removes a secret whose end was cut off', () => {
  expect(maskSecrets('key: abcde', ['abcdefgh'], true)).toBe('key: [redacted]');
  expect(maskSecrets('key: abc', ['abcdefgh'], true)).toBe('key: abc');
});

it('keeps a secret that is too short to be distinguished from the text', () => {
  expect(maskSecrets('a 1', ['a', '1'])).toBe('a 1');
});
