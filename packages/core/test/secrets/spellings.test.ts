import { expect, it } from 'vitest';
import { scrubber } from '../../src/internal.ts';

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
  ['in Latin-1, percent-encoded', 'clé-secrète-1', 'x cl%E9-secr%E8te-1', 'x [redacted]'],
  ['in Latin-1, in Base64', 'clé-secrète-1', btoa('clé-secrète-1'), '[redacted]'],
  ['in Latin-1, inside Base64', 'clé-secrète-1', btoa('user:clé-secrète-1'), 'dXNlcjp[redacted]'],
  [
    'in Latin-1, in hexadecimal digits',
    'clé-secrète-1',
    Buffer.from('clé-secrète-1', 'latin1').toString('hex'),
    '[redacted]',
  ],
  ['in Latin-1, read as UTF-8', 'clé-secrète-1', 'x cl\ufffd-secr\ufffdte-1', 'x [redacted]'],
  ['in UTF-8, read as Latin-1', 'clé-secrète-1', 'x clÃ©-secrÃ¨te-1', 'x [redacted]'],
  ['in lower case', 'CLÉ-SECRÈTE-1', 'x clé-secrète-1', 'x [redacted]'],
  ['in lower case, after letters beyond Latin-1', 'CLÉ-SECRÈTE-1', 'Łİ clé-secrète-1', 'Łİ [redacted]'],
  ['with a line break inside', 'short-secret', 'x short-\r\nsecret', 'x [redacted]'],
  ['with a line break inside JSON', 'short-secret', 'x short-\\r\\nsecret', 'x [redacted]'],
  ['that is empty', '', 'a text', 'a text'],
])('a secret %s', (_, secret, text, clean) => {
  expect(scrubber([secret])(text)).toBe(clean);
});

it.each(entities)('a secret with %s, escaped for HTML as %s', (letter, entity) => {
  expect(scrubber([`pass${letter}word-1`])(`x pass${entity}word-1 y`)).toBe('x [redacted] y');
});

it('is found in the Base64 of mail, in lines of 76 characters', () => {
  const secret = Array.from({ length: 97 }, (_, index) => String.fromCharCode(33 + ((index * 7) % 90))).join('');
  const lines = btoa(`user:${secret}`).match(/.{1,76}/g) as string[];
  const clean = scrubber([secret])(`x ${lines.join('\r\n')}`);
  for (const line of lines.slice(1)) expect(clean).not.toContain(line);
});

it('leaves a text of several lines without a secret as it is', () => {
  expect(scrubber(['short-secret'])('one\r\ntwo\\nthree %41')).toBe('one\r\ntwo\\nthree %41');
});

it('is found percent-encoded three times', () => {
  const thrice = encodeURIComponent(encodeURIComponent(encodeURIComponent('a/secret?')));
  expect(scrubber(['a/secret?'])(`x=${thrice}`)).toContain('[redacted]');
});

it.each([
  ['each of its characters', String.raw`\x48\x75\x6e\x74\x65\x72\x32\x2d\x73`, 'Hunter2-s'],
  ['its bytes, as Python shows those of UTF-8', String.raw`b'Z\xc3\xbcrich-2026'`, 'Zürich-2026'],
  ['its character of Latin-1', String.raw`'Z\xfcrich-2026'`, 'Zürich-2026'],
  ['a part of it, in JSON', JSON.stringify(String.raw`Hunter2\x2ds`), 'Hunter2-s'],
  ['letters after the escape', String.raw`\x48abcdef123`, 'Habcdef123'],
])('a secret is found if a program escaped %s', (_, text, secret) => {
  expect(scrubber([secret])(`x ${text} y`)).toMatch(/^x (b?'|")?\[redacted\]['"]? y$/);
});
