import { codeAt } from '../nodes/characters.ts';
import { identifier } from '../nodes/property-name.ts';

const beyondAscii = new RegExp(identifier, 'uy');

/** What each ASCII character may be in an identifier: 0 nothing, 1 its first character or a later one, 2 a later one. */
const roles = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[A-Za-z_]/.test(sign) ? 1 : /[\d#]/.test(sign) ? 2 : 0;
});

/** The end of the identifier that begins at `start`, or `start` when none does. */
export function identifierEnd(text: string, start: number): number {
  let code = codeAt(text, start);
  if (code < 128 && (code < 0 || roles[code] !== 1)) return start;
  let at = start;
  while (code >= 0 && code < 128 && roles[code] !== 0) code = codeAt(text, ++at);
  if (code < 128) return at;
  beyondAscii.lastIndex = start;
  return beyondAscii.test(text) ? beyondAscii.lastIndex : start;
}
