/** A longer spelling is searched in pieces of this length, so that a secret that was cut off is found, too. */
const piece = 128;
/** A shorter secret is removed only where it is a whole word: otherwise it would redact everything. */
const shortest = 8;
/** How often a text is decoded: a secret can be percent-encoded inside JSON inside JSON. */
const maxDecodings = 3;

/**
 * Removes secrets from a text.
 *
 * @param isCut - whether the text was cut off, so that it may end with the beginning of a secret: four letters of one, or
 *   more, are removed too. @default false
 */
export type Scrub = (text: string, isCut?: boolean) => string;

/**
 * Returns a function that removes secrets from a text and writes `[redacted]` in their place. It finds a secret
 *
 * - as it is, in upper or lower case, also if the text has only its first 128 characters
 * - percent-encoded (as a form or a URI encodes it, in whole or in part) and escaped for JSON, JavaScript, Python or HTML, up to
 *   three times
 * - in hexadecimal digits, and in Base64 with either alphabet, also as a part of what was encoded.
 *
 * If a secret is found in what the text encodes, that is returned instead. A secret of fewer than 8 characters is
 * removed only where it is a whole word. The time is always linear in the length of the text. The possible spellings of
 * a secret are computed for the first text that is long enough to contain it, and then remembered.
 *
 * @example
 * ```ts
 * import { scrubber } from '@syncline/core/internal';
 *
 * const scrub = scrubber(['a b&c-def']);
 * scrub('secret=a+b%26c-def; YSBiJmMtZGVm'); // "secret=[redacted]; [redacted]"
 * ```
 */
export function scrubber(secrets: Iterable<string>): Scrub {
  const known = Object.create(null) as Record<string, string[]>;
  return (raw, isCut) => {
    // Half an escape would hide the secret before it.
    const text = isCut ? raw.replace(/(\ufffd|%.?|\\u?\w{0,3}|&#?\w*)$/, '') : raw;
    // A text that is too short for a secret is common, and costs nothing.
    const all = [...new Set(secrets)].filter(
      (secret) => secret && (isCut || Math.min(secret.length, piece / 4) <= text.length),
    );
    const spellings = all.flatMap((secret) => (known[secret] ??= spellingsOf(secret)));
    const scrub = (shown: string, decodings: number): string => {
      const clean = redact(shown, spellings, isCut);
      const decoded = decodings < maxDecodings ? decode(clean) : clean;
      if (decoded === clean) return clean;
      const cleaner = scrub(decoded, decodings + 1);
      return cleaner === decoded ? clean : cleaner;
    };
    return all[0] ? scrub(text, 0) : text;
  };
}

const codeOf = (letter: string): number => letter.charCodeAt(0);

/** The ways to write a secret, in pieces. */
function spellingsOf(secret: string): string[] {
  // What looks like an escape in a secret is decoded with its text.
  const once = decode(secret);
  const spellings = [secret, once, decode(once)];
  // A header has the bytes of Latin-1, a body those of UTF-8. A server may read the one as the other.
  const utf8 = toByteString(secret);
  const latin = /[^\0-\xff]/.test(secret) ? '' : secret;
  spellings.push(utf8, new TextDecoder().decode(Uint8Array.from(latin, codeOf)));
  for (const bytes of new Set([utf8, latin])) {
    // The codes of three characters are a word or a number like any other.
    if (bytes.length < 4) continue;
    const base64 = btoa(bytes);
    spellings.push(base64, base64.replace(/=+$/, ''));
    spellings.push(Array.from(bytes, (byte) => codeOf(byte).toString(16).padStart(2, '0')).join(''));
    for (let shift = bytes.length < shortest ? 3 : 0; shift < 3; shift += 1) {
      // Only the characters that depend on nothing but the secret.
      const end = Math.floor(((shift + bytes.length) * 4) / 3);
      spellings.push(btoa('\0'.repeat(shift) + bytes).slice(shift && shift + 1, end));
    }
  }
  // Decoding leaves nothing of a byte order mark. Of the others, the last characters and every piece.
  const parts = spellings
    .map(fold)
    .filter(Boolean)
    .flatMap((text) =>
      Array.from({ length: 1 + text.length / piece }, (_, index) =>
        text.slice((index - 1) * piece, index * piece || undefined),
      ),
    );
  return [...new Set(parts)];
}

/**
 * A form writes a space as "+", a host is in lower case, and Base64 for URLs has "-" and "_". Beyond Latin-1, a letter
 * may become several in lower case.
 */
function fold(text: string): string {
  return text
    .replace(/[\s-]/g, '+')
    .replaceAll('_', '/')
    .replace(/[\0-\xff]+/g, (latin) => latin.toLowerCase());
}

const escapes =
  /((?:%[\da-f]{2})+)|(?:\\[rn]|[\r\n])+|\\(x[\da-f]{2}|u[\da-f]{4})|\\([^])|&(#x?[\da-f]{1,6}|amp|lt|gt|quot|apos);/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes every escape in a text once. */
function decode(text: string): string {
  return text.replace(escapes, (_, bytes?: string, unit?: string, character?: string, entity = '') => {
    const hex = (digits: string): number => Number(`0x${digits}`);
    if (bytes) return new TextDecoder().decode(Uint8Array.from(bytes.slice(1).split('%'), hex));
    if (unit) return String.fromCharCode(hex(unit.slice(1)));
    return (
      character ?? named[entity] ?? (entity && String.fromCodePoint(Number(`0${entity.slice(1)}`) % 0x110000 || 0))
    );
  });
}

function redact(text: string, spellings: readonly string[], isCut: boolean | undefined): string {
  const folded = fold(text);
  const isSecret = new Uint8Array(text.length);
  for (const spelling of spellings) {
    let marked = 0;
    for (let start = folded.indexOf(spelling); start >= 0; start = folded.indexOf(spelling, start + 1)) {
      let end = start + spelling.length;
      // Of a doubled backslash at the end of a secret, both.
      if (folded.slice(end - 1, end + 1) === '\\\\') end += 1;
      const around = folded.slice(start && start - 1, start) + folded.slice(end, end + 1);
      if (spelling.length >= shortest || !new RegExp('[\\p{L}\\p{N}]', 'u').test(around)) {
        // With the backslash of an escape.
        isSecret.fill(1, Math.max(marked, start - Number(folded[start - 1] === '\\')), (marked = end));
      }
    }
    // One to three letters are a part of a secret only after the part before them.
    for (let length = isCut ? spelling.length : 0; length > 0; length -= 1) {
      if (folded.endsWith(spelling.slice(0, length)) && (length > 3 || isSecret[text.length - length - 1]))
        isSecret.fill(1, -length);
    }
  }
  // Few texts have a secret, and letters that are put together one by one take 32 bytes each.
  return isSecret.includes(1)
    ? text.replace(/[^]/g, (unit, at: number) => (isSecret[at] ? (isSecret[at - 1] ? '' : '[redacted]') : unit))
    : text;
}

/**
 * Encodes a text's UTF-8 bytes as Base64. `btoa` alone throws on "€" and encodes "£" as Latin-1; RFC 7617 section 2.1
 * requires UTF-8.
 *
 * @example
 * ```ts
 * import { encodeBase64Utf8 } from '@syncline/core/internal';
 *
 * encodeBase64Utf8('test:123£'); // "dGVzdDoxMjPCow=="
 * ```
 */
export function encodeBase64Utf8(text: string): string {
  return btoa(toByteString(text));
}

/** The UTF-8 bytes of a text, each as one character from U+0000 to U+00FF. */
function toByteString(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let byteString = '';
  // In steps, because a function takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    byteString += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return byteString;
}
