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
  ])('takes out a secret spelled as %s', (_, spelled) => {
    expect(scrub(`before ${spelled} after ${spelled}`)).toBe('before [redacted] after [redacted]');
  });

  it('takes out a tilde however a form encodes it', () => {
    expect(scrubber(['a~b'])('a~b a%7Eb a%7eb')).toBe('[redacted] [redacted] [redacted]');
  });

  it('takes a dot for itself alone, however it is spelled', () => {
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

  it('leaves other texts alone', () => {
    expect(scrub('GET /history failed: 503')).toBe('GET /history failed: 503');
    expect(scrubber([])('text')).toBe('text');
    expect(scrubber([''])('text')).toBe('text');
  });

  it('takes the longer of two secrets first', () => {
    expect(scrubber(['abc', 'abcdef'])('abcdef abc')).toBe('[redacted] [redacted]');
  });

  it('holds for any secret', () => {
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
