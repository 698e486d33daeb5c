import { encodeBase64Utf8 } from './base64.ts';

/**
 * Returns a function that removes secrets from a text and writes `[redacted]` in their place. It finds a secret as it
 * is, percent-encoded (as a form or a URI encodes it, in whole or in part, with hexadecimal digits in either case),
 * escaped for JSON or HTML, and in Base64 with either alphabet.
 *
 * @example
 * ```ts
 * import { scrubber } from '@syncline/core';
 *
 * const scrub = scrubber(['a b&c']);
 * scrub('secret=a+b%26c; YSBiJmM='); // "secret=[redacted]; [redacted]"
 * ```
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  // The longest first: otherwise a secret inside another one would leave the ends of the longer one in the text.
  const spellings = secrets
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .flatMap((secret) => [secret.replace(/[^\w-]/gu, spellingsOf), base64Spelling(secret)]);
  // Without secrets, a pattern that matches nothing.
  const pattern = new RegExp(spellings.join('|') || '(?!)', 'gu');
  return (text) => text.replace(pattern, '[redacted]');
}

/**
 * A pattern for one punctuation mark, space or non-ASCII letter in every spelling that a request, a response or a
 * message can have. It matches any escape, because removing a character too many is better than showing a secret.
 * Escapes come before the character itself, because "&" alone would match the beginning of "&amp;". The "+" of a form
 * is in the same class as the character, so that the pattern matches a text of such marks in one way only.
 */
function spellingsOf(character: string): string {
  const bytes = new TextEncoder().encode(character).length;
  const code = character.codePointAt(0)!.toString(16);
  return `(?:&#?\\w{2,6};|(?:%\\w\\w){${bytes}}|(?:\\\\u\\w{4}){${character.length}}|\\\\?[+\\u{${code}}])`;
}

/** A pattern for the Base64 of a secret, with or without padding, in the standard or the URL-safe alphabet. */
function base64Spelling(secret: string): string {
  return encodeBase64Utf8(secret).replace(/[+/]/g, '[+/_-]').replace(/=+$/, '=*');
}
