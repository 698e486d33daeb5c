import { type Decimal, decimalOf } from './decimal.ts';

/** The value of a record's property, or of its prototype's. */
export function read(record: object, name: string): unknown {
  return (record as Readonly<Record<string, unknown>>)[name];
}

/** The value of a record's own property; null if the record does not have it. */
export function valueOf(record: object, name: string): unknown {
  const value = read(record, name);
  return value === undefined || value === null || !Object.hasOwn(record, name) ? null : value;
}

/**
 * Numbers that are not a `number`: a bigint, and numbers with their original digits. Undefined for every other value.
 */
export function exactNumberOf(value: unknown): Decimal | undefined {
  if (typeof value === 'bigint') return decimalOf(String(value));
  if (typeof value !== 'object' || value === null) return undefined;
  const { rawJSON, kind, type, value: digits } = value as Readonly<Record<string, unknown>>;
  if (typeof rawJSON === 'string') return decimalOf(rawJSON);
  return kind === 'literal' && (type === 'decimal' || type === 'integer') ? decimalOf(String(digits)) : undefined;
}
