import { identifier } from '../nodes/property-name.ts';

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

const beyondAscii = new RegExp(identifier, 'uy');

/** Where each ASCII character is allowed in an identifier: 0 nowhere, 1 anywhere, 2 anywhere except first. */
const roles = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z_]/.test(character) ? 1 : /[\d#]/.test(character) ? 2 : 0;
});

/** The end of the identifier that starts at `start`; `start` if there is none. */
export function identifierEnd(text: string, start: number): number {
  let code = codeAt(text, start);
  if (code < 128 && (code < 0 || roles[code] !== 1)) return start;
  let at = start;
  while (code >= 0 && code < 128 && roles[code] !== 0) code = codeAt(text, ++at);
  if (code < 128) return at;
  beyondAscii.lastIndex = start;
  return beyondAscii.test(text) ? beyondAscii.lastIndex : start;
}
