/**
 * Base64 of a text's UTF-8 bytes. `btoa` alone throws on "€" and sends Latin-1 for "£" (RFC 7617 section 2.1 wants UTF-8).
 *
 * @example
 * ```ts
 * import { encodeBase64Utf8 } from '@syncline/auth/http';
 *
 * encodeBase64Utf8('test:123£'); // "dGVzdDoxMjPCow=="
 * ```
 */
export function encodeBase64Utf8(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * `application/x-www-form-urlencoded`, as RFC 6749 appendix B wants it: UTF-8, a space is `+`, in the order given.
 *
 * @example
 * ```ts
 * import { encodeForm } from '@syncline/auth/http';
 *
 * encodeForm({ grant_type: 'client_credentials', scope: 'a b&c' }); // "grant_type=client_credentials&scope=a+b%26c"
 * ```
 */
export function encodeForm(pairs: Readonly<Record<string, string>>): string {
  return new URLSearchParams(pairs).toString();
}
