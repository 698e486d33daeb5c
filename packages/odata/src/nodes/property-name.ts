/** Words that stand for a value or an operator where a property could stand, in any case. */
const reserved = /^(?:true|false|null|not|inf|nan)$/i;
// An odataIdentifier, and `#` after its first character, for `Label#`.
const identifier = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}#]*/uy;
const maxNameLength = 128;

/** The end of the identifier that begins at `start`, or `start` when none does. */
export function identifierEnd(text: string, start: number): number {
  let at = start;
  let code = text.charCodeAt(at);
  while (isLetter(code) || (at > start && (isDigit(code) || code === 35))) code = text.charCodeAt(++at);
  if (!(code > 127)) return at;
  identifier.lastIndex = start;
  return identifier.test(text) ? identifier.lastIndex : start;
}

/** Whether `name` can stand for a property in a filter: an identifier of at most 128 characters that is no reserved word. */
export function isPropertyName(name: string): boolean {
  return name.length > 0 && name.length <= maxNameLength && identifierEnd(name, 0) === name.length && !reserved.test(name);
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => ((code | 32) >= 97 && (code | 32) <= 122) || code === 95;
