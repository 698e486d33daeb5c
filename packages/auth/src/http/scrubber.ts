import { encodeBase64Utf8 } from './encode.ts';

/**
 * Makes a function that takes secrets out of a text, however they are spelled there: raw, percent-encoded (as a form or a URI does,
 * in either case of hexadecimal digits, in part or in whole), escaped for JSON or HTML, and Base64 (also the URL-safe alphabet).
 * Each becomes `[redacted]`.
 *
 * @example
 * ```ts
 * import { scrubber } from '@syncline/auth/http';
 *
 * const scrub = scrubber(['a b&c']);
 * scrub('secret=a+b%26c; YSBiJmM='); // "secret=[redacted]; [redacted]"
 * ```
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  // The longest first, so that a secret inside another does not leave its ends behind.
  const spellings = secrets
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .flatMap((secret) => [Array.from(secret, spellingsOf).join(''), base64Spelling(secret)]);
  if (spellings.length === 0) return (text) => text;
  const pattern = new RegExp(spellings.join('|'), 'gu');
  return (text) => text.replace(pattern, '[redacted]');
}

/** A pattern for one character in every spelling that a request, an answer or a message may give it. */
function spellingsOf(character: string): string {
  if (/[\w-]/.test(character)) return character;
  const spellings = [
    escaped('%', 2, new TextEncoder().encode(character)),
    escaped('\\\\u', 4, Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))),
    `\\\\?\\u{${character.codePointAt(0)!.toString(16)}}`,
  ];
  if (character === ' ') spellings.push('\\+');
  // HTML first: "&" alone would match the beginning of "&amp;" and miss the rest of the secret.
  if (/[&<>"']/.test(character)) spellings.unshift('&#?\\w{2,6};');
  return `(?:${spellings.join('|')})`;
}

/** Each code in hexadecimal digits of either case. */
function escaped(prefix: string, length: number, codes: Iterable<number>): string {
  const digits = (code: number): string => code.toString(16).padStart(length, '0');
  return Array.from(codes, (code) => prefix + digits(code).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)).join('');
}

/** The padding may be missing and the alphabet may be the URL-safe one. */
function base64Spelling(secret: string): string {
  return encodeBase64Utf8(secret)
    .replace(/=+$/, '')
    .replace(/[+/]/g, (character) => (character === '+' ? '[+-]' : '[/_]'))
    .concat('={0,2}');
}
