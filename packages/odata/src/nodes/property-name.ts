import { codeAt } from './characters.ts';

/** Words that stand for a value or an operator where a property could stand, in any letters. */
const reserved = /^(?:true|false|null|not|inf|nan)$/i;
// An odataIdentifier, and `#` after its first character, for `Label#`.
const identifier = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}#]*/uy;
const maxNameLength = 128;

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
  identifier.lastIndex = start;
  return identifier.test(text) ? identifier.lastIndex : start;
}

/** Whether an identifier can stand for a property: it has at most 128 characters and is no reserved word. */
export function isNameAllowed(identifier: string): boolean {
  return identifier.length <= maxNameLength && (identifier.length > 5 || !reserved.test(identifier));
}

/** Whether `name` can stand for a property: an identifier, and allowed. */
export function isPropertyName(name: string): boolean {
  return name.length > 0 && identifierEnd(name, 0) === name.length && isNameAllowed(name);
}
