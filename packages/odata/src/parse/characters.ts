/**
 * The character code at `at`, -1 after the end. Unlike `charCodeAt`, which returns NaN there, it is always a small
 * integer, so engines do not switch to floating point.
 */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : -1;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Words are separated by spaces and tabs. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
