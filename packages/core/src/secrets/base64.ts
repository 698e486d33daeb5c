/**
 * Encodes a text's UTF-8 bytes as Base64. `btoa` alone throws on "€" and encodes "£" as Latin-1; RFC 7617 section 2.1
 * requires UTF-8.
 *
 * @example
 * ```ts
 * import { encodeBase64Utf8 } from '@syncline/core';
 *
 * encodeBase64Utf8('test:123£'); // "dGVzdDoxMjPCow=="
 * ```
 */
export function encodeBase64Utf8(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
