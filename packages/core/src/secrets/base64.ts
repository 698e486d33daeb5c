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
export function toByteString(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let byteString = '';
  // In steps, because a function takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    byteString += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return byteString;
}
