/** The character code at `at`, -1 beyond the end: a small integer always, where `charCodeAt` gives NaN and makes an engine reckon in floating point. */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : -1;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
/** What separates words: a space or a tab. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
