import { parseInt64 } from './int64.ts';

/** Stands for a value that its field does not allow. */
export const refused: unique symbol = Symbol();

/** `"true"` and `"false"` in any case, JSON booleans; an empty text and null mean no value. */
export function toBoolean(value: unknown): unknown {
  if (value === 'true' || value === true) return true;
  if (value === 'false' || value === false) return false;
  if (value === '' || value === null) return undefined;
  const lower = typeof value === 'string' && value.toLowerCase();
  return lower === 'true' || (lower === 'false' ? false : refused);
}

/** Whole numbers, as JSON or as text; an empty text and null mean no value. */
export function toWhole(value: unknown): unknown {
  if (value === '' || value === null) return undefined;
  // Most come as JavaScript writes them, and to see that costs less than the expression.
  const isWritten = typeof value === 'string' && (String(Number(value)) === value || /^-?\d+$/.test(value));
  const number = isWritten ? Number(value) : value;
  return Number.isSafeInteger(number) ? number : refused;
}

/** Whole numbers of 64 bits, as JSON where that is exact or as text; an empty text and null mean no value. */
export function toInt64(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : refused;
  if (value === '' || value === null) return undefined;
  return (typeof value === 'string' ? parseInt64(value) : undefined) ?? refused;
}
