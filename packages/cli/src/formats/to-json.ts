/**
 * Prints JSON for all commands: an integer beyond 2^53 becomes a string of its digits, and an absent value becomes
 * null. Control and invisible characters are written as escapes such as `\u202e`, which a parser reads as the same text.
 */
export function toJson(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? exact(item) : item), indent);
  if (/^[\n -~]*$/.test(text)) return text;
  // Not a literal: V8 would look up the characters of `\p{}` at each start.
  return text.replace(new RegExp('[\\u007f-\\u009f\\u2028\\u2029\\p{Cf}]', 'gu'), (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function exact(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
