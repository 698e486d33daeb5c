import { expect, it } from 'vitest';
import { scrubber } from '../../src/index.ts';

const hex = (text: string) => Buffer.from(text).toString('hex');
const entities: readonly [string, string][] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['é', '&#233;'],
  ['é', '&#xe9;'],
];

it.each<[string, string, string, string]>([
  ['that is the whole text', 'short-secret', 'short-secret', '[redacted]'],
  ['with an escape before it', '"quoted-secret', 'x\\"quoted-secret', 'x[redacted]'],
  [
    'of which only the last 128 characters are there',
    `${'a'.repeat(100)}${'b'.repeat(128)}`,
    `x${'b'.repeat(128)}`,
    'x[redacted]',
  ],
  ['in hexadecimal digits, with a byte below 16', 'tab\tsecret', hex('tab\tsecret'), '[redacted]'],
  ['of 8 characters, inside Base64', 'abcdefgh', btoa('xabcdefgh'), 'eG[redacted]'],
  ['of 7 characters, not inside Base64', 'abcdefg', btoa('xabcdefg'), btoa('xabcdefg')],
  ['of 4 characters, in Base64', 'abcd', btoa('abcd'), '[redacted]'],
  ['of 3 characters, not in Base64', 'abc', btoa('abc'), btoa('abc')],
  ['of 7 characters, inside a word', 'abcdefg', 'xabcdefg', 'xabcdefg'],
  ['of 7 characters, as a word', 'abcdefg', 'x abcdefg.', 'x [redacted].'],
  ['of 8 characters, inside a word', 'abcdefgh', 'xabcdefghx', 'x[redacted]x'],
  ['that is empty', '', 'a text', 'a text'],
])('a secret %s', (_, secret, text, clean) => {
  expect(scrubber([secret])(text)).toBe(clean);
});

it.each(entities)('a secret with %s, escaped for HTML as %s', (letter, entity) => {
  expect(scrubber([`pass${letter}word-1`])(`x pass${entity}word-1 y`)).toBe('x [redacted] y');
});

it('is found percent-encoded three times', () => {
  const thrice = encodeURIComponent(encodeURIComponent(encodeURIComponent('a/secret?')));
  expect(scrubber(['a/secret?'])(`x=${thrice}`)).toContain('[redacted]');
});
