import { encodeBase64Utf8 } from './base64.ts';

/**
 * Makes a function that takes secrets out of a text, however they are spelled there: raw, percent-encoded (as a form or a URI does,
 * in either case of hexadecimal digits, in part or in whole), escaped for JSON or HTML, and Base64 (also the URL-safe alphabet).
 * Each becomes `[redacted]`.
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
  // The longest first, so that a secret inside another does not leave its ends behind.
  const spellings = secrets
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .flatMap((secret) => [secret.replace(/[^\w-]/gu, spellingsOf), base64Spelling(secret)]);
  // Without secrets, something that is nowhere.
  const pattern = new RegExp(spellings.join('|') || '(?!)', 'gu');
  return (text) => text.replace(pattern, '[redacted]');
}

/**
 * A pattern for one mark, or one letter beyond ASCII, in every spelling that a request, an answer or a message may give it. Of
 * escapes any will do: rather a character too many than a secret. They come before the character itself, since "&" alone would
 * match the beginning of "&amp;". The "+" of a form is in the character's own class, so that a text of such marks has one reading.
 */
function spellingsOf(character: string): string {
  const bytes = new TextEncoder().encode(character).length;
  const code = character.codePointAt(0)!.toString(16);
  return `(?:&#?\\w{2,6};|(?:%\\w\\w){${bytes}}|(?:\\\\u\\w{4}){${character.length}}|\\\\?[+\\u{${code}}])`;
}

/** The padding may be missing and the alphabet may be the URL-safe one. */
function base64Spelling(secret: string): string {
  return encodeBase64Utf8(secret).replace(/[+/]/g, '[+/_-]').replace(/=+$/, '=*');
}
