import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrubber } from '../../src/secrets/scrub.ts';

const canary = 'Zq7 &+%~;"<>\\é€😀/?\'(x)';
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);

describe('scrubber', () => {
  const scrub = scrubber([canary]);
  it.each([
    ['raw', canary],
    ['URI component', encodeURIComponent(canary)],
    ['lower-case hexadecimal', encodeURIComponent(canary).toLowerCase().replace('zq7', 'Zq7')],
    ['every mark encoded', percent(canary)],
    ['form', new URLSearchParams({ a: canary }).toString().slice(2)],
    ['JSON', JSON.stringify(canary).slice(1, -1)],
    [
      'JSON in ASCII',
      JSON.stringify(canary)
        .slice(1, -1)
        .replace(/[^\x00-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    [
      'HTML',
      canary
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;'),
    ],
    [
      'HTML in hexadecimal',
      canary
        .replaceAll('&', '&#x26;')
        .replaceAll('<', '&#x3C;')
        .replaceAll('>', '&#x3e;')
        .replaceAll('"', '&#34;')
        .replaceAll("'", '&#x27;'),
    ],
    ['Base64', Buffer.from(canary).toString('base64')],
    ['Base64 for URLs', Buffer.from(canary).toString('base64url')],
  ])('removes a secret spelled as %s', (_, spelled) => {
    expect(scrub(`before ${spelled} after ${spelled}`)).toBe('before [redacted] after [redacted]');
  });

  it('removes a tilde in every form encoding', () => {
    expect(scrubber(['a~b'])('a~b a%7Eb a%7eb')).toBe('[redacted] [redacted] [redacted]');
  });

  // Decoding leaves an empty string, which would match at every position of every text.
  it.each(['%EF%BB%BF', '&#xFEFF;'])('removes a byte order mark that is spelled %s', (spelled) => {
    expect(scrubber([spelled])(`before ${spelled} after`)).toBe('before [redacted] after');
  });

  it('matches a dot only literally, however it is spelled', () => {
    expect(scrubber(['a.b'])('a.b a%2Eb a%2eb a\\u002Eb axb')).toBe('[redacted] [redacted] [redacted] [redacted] axb');
  });

  it.each([
    '+',
    '%',
    '&',
    '"',
    '=',
    '!',
    'é',
  ])('searches a long text of %j at once for a secret of the same', (mark) => {
    const text = `${mark.repeat(90)}${encodeURIComponent(mark).repeat(90)}`;
    expect(scrubber([`${mark.repeat(60)}x`])(`${text}y`)).toBe(`${text}y`);
  });

  it.each(['\\', '%', '"', 'a', '%25', '\\\\'])('reads a text of 64 KiB of %j in a time that is linear', (mark) => {
    const text = mark.repeat(65_536 / mark.length);
    const secrets = [`${mark.repeat(1500)}x`, `x${mark.repeat(1500)}`, `${mark.repeat(700)}x${mark.repeat(700)}`];
    // A search that backtracks would exceed the time limit of the test.
    for (let count = 0; count < 3; count += 1) expect(scrubber(secrets)(`${text}y`).length).toBeGreaterThan(0);
  });

  it('finds a secret that a text cuts off after 128 characters', () => {
    const secret = Array.from({ length: 300 }, (_, index) => index.toString(36)).join('');
    expect(scrubber([secret])(`the token ${secret.slice(0, 128)}… is wrong`)).toBe('the token [redacted]… is wrong');
    expect(scrubber([secret])(`the token ${secret} is wrong`)).toBe('the token [redacted] is wrong');
  });

  it.each([0, 1, 2])('finds it in the Base64 of a text that contains it after %d bytes', (before) => {
    const text = Buffer.from(`${'u:'.slice(0, before)}${canary}:more`).toString('base64');
    const rest = scrub(text).split('[redacted]');
    // On each side, at most one letter mixes bits of the secret with bits of the text next to it.
    expect(Buffer.from(rest[0] as string, 'base64').toString()).not.toMatch(/Z/);
    expect(scrub(text)).not.toContain(text.slice(4, -8));
  });

  it('finds it in hexadecimal digits and in the lower case of a host', () => {
    const hex = Buffer.from(canary).toString('hex');
    expect(scrub(`${hex} ${hex.toUpperCase()}`)).toBe('[redacted] [redacted]');
    expect(scrubber(['Canary-Secret'])('https://canary-secret.example/')).toBe('https://[redacted].example/');
  });

  it.each([
    ['tab', 'table tab tabs (tab) TAB', 'table [redacted] tabs ([redacted]) [redacted]'],
    ['1234567', 'x1234567 1234567 12345678', 'x1234567 [redacted] 12345678'],
    ['12345678', 'x12345678x', 'x[redacted]x'],
  ])('removes the short secret %s only as a word', (secret, text, clean) => {
    expect(scrubber([secret])(text)).toBe(clean);
  });

  it('does not change other texts', () => {
    expect(scrub('GET /history failed: 503')).toBe('GET /history failed: 503');
    expect(scrubber([])('text')).toBe('text');
    expect(scrubber([''])('text')).toBe('text');
  });

  it('removes the longer of two secrets first', () => {
    expect(scrubber(['abc', 'abcdef'])('abcdef abc')).toBe('[redacted] [redacted]');
  });

  it.each([
    ' \\',
    'abc\\',
    'longer than eight\\',
    '\\',
    '\\\\',
  ])('removes the whole of %j, which ends in a backslash, also as JSON', (secret) => {
    for (const spelled of [secret, JSON.stringify(secret).slice(1, -1)])
      expect(scrubber([secret])(`<<${spelled}>>`)).toBe('<<[redacted]>>');
  });

  it('works for any secret', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((s) => !/\p{Cs}/u.test(s)),
        (secret) => {
          const scrubbed = scrubber([secret]);
          for (const spelled of [
            secret,
            encodeURIComponent(secret),
            new URLSearchParams({ a: secret }).toString().slice(2),
            JSON.stringify(secret).slice(1, -1),
          ]) {
            expect(scrubbed(`<<${spelled}>>`).replaceAll('[redacted]', '')).not.toContain(
              secret.length > 2 ? secret : '\0',
            );
            if (!/[<>]/.test(secret)) expect(scrubbed(`<<${spelled}>>`)).toMatch(/^<<(\[redacted\])+>>$/);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
