/** The result of decoding a value that its field does not allow. */
export const refused: unique symbol = Symbol();

/** Decodes `"true"` and `"false"` in any letter case, and JSON booleans. An empty string and null mean no value. */
export function toBoolean(value: unknown): unknown {
  if (value === 'true' || value === true) return true;
  if (value === 'false' || value === false) return false;
  if (value === '' || value === null) return undefined;
  const lower = typeof value === 'string' && value.toLowerCase();
  return lower === 'true' || (lower === 'false' ? false : refused);
}

/** Decodes whole numbers, as JSON numbers or as strings. An empty string and null mean no value. */
export function toWhole(value: unknown): unknown {
  if (value === '' || value === null) return undefined;
  // Most are written as JavaScript writes them. That check is cheaper than the regular expression.
  const isWritten = typeof value === 'string' && (String(Number(value)) === value || /^-?\d+$/.test(value));
  const number = isWritten ? Number(value) : value;
  return Number.isSafeInteger(number) ? number : refused;
}

/** Whether JSON.parse kept every digit of an int64 value, so that `toInt64` decodes it. Of other values, it is false. */
export function isExactInt64(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'string' ? /^-?\d{1,18}$/.test(value) : Number.isSafeInteger(value);
}

/** Decodes whole numbers of 64 bits that `isExactInt64` accepts. An empty string and null mean no value. */
export function toInt64(value: unknown): bigint | undefined {
  return value === '' || value === null ? undefined : BigInt(value as number | string);
}
