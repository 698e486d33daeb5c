/** Writes `application/x-www-form-urlencoded` by RFC 6749 appendix B: UTF-8, a space is `+`, in the given order. */
export function encodeForm(pairs: Readonly<Record<string, string>>): string {
  return new URLSearchParams(pairs).toString();
}
