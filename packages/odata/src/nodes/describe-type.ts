/** Describes a value in a message that must not quote it: `a string`, `an array`, `null`. */
export function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const type = Array.isArray(value) ? 'array' : typeof value;
  return `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`;
}
