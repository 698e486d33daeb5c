/**
 * Base64 of a text's UTF-8 bytes. `btoa` alone throws on "€" and sends Latin-1 for "£" (RFC 7617 section 2.1 wants UTF-8).
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
