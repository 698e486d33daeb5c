import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';
import { literal, string } from '../nodes/make.ts';
import type { Literal, StringLiteral } from '../nodes/nodes.ts';

/**
 * A value that you can compare a property with: a string, a finite number, a bigint, a boolean, a `Date` (to the
 * millisecond), `null`, or a literal created by `date`, `dateTimeOffset`, `guid` or `decimal`.
 */
export type Value = string | number | bigint | boolean | Date | null | Literal;

/** The literal of a value. An error names `option`. */
export function literalOf(value: Value, option: string): Literal {
  if (typeof value === 'string') return stringOf(value, option);
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new ConfigError(option, `must be a finite number, found ${value}; check where it comes from`);
    return Number.isInteger(value) ? literal('integer', BigInt(value)) : literal('decimal', decimalOf(value));
  }
  if (typeof value === 'bigint') return literal('integer', value);
  if (typeof value === 'boolean') return literal('boolean', value);
  if (value === null) return literal('null', value);
  if ((value as Partial<Date> | undefined)?.toISOString)
    return literal('dateTimeOffset', instantOf(value as Date, option));
  return rebuilt(value as Literal, option);
}

/** The literal of a string. */
export function stringOf(value: unknown, option: string): StringLiteral {
  return string(requireString(value, option));
}

/** @throws {ConfigError} unless `value` is a string that can be encoded in a URL */
export function requireString(value: unknown, option: string): string {
  if (typeof value !== 'string')
    throw new ConfigError(option, `must be a string, found ${describeType(value)}; ${fixOf(value)}`);
  // Half of a surrogate pair cannot be encoded in a URL.
  if (/\p{Cs}/u.test(value))
    throw new ConfigError(
      option,
      'must be well-formed text, found half of a surrogate pair; cut it between characters',
    );
  return value;
}

/** What to write instead of a value of the wrong type. */
function fixOf(value: unknown): string {
  if (value === undefined) return 'write allOf(test ? condition : undefined)';
  if (Array.isArray(value)) return 'write h.name.in(values)';
  return value === null ? 'write h.name.eq(null)' : 'convert it to one';
}

/** A number with a fraction, as JavaScript prints it but without an exponent: `1e-7` is `0.0000001`. */
function decimalOf(value: number): string {
  return String(value).replace(
    /(\d)\.?(\d*)e-(\d+)$/,
    (_, whole: string, fraction: string, exponent: string) =>
      `0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`,
  );
}

/** Servers write years outside 0000-9999 in different ways. */
function instantOf(value: Date, option: string): string {
  let text = 'Invalid Date';
  try {
    text = value.toISOString();
  } catch {
    // It is invalid, or in a proxy that hides it.
  }
  // Whatever has the method may return anything.
  if (!/^\d{4}-[\dT:.-]{18}Z$/.test(text))
    throw new ConfigError(option, `must be a date from year 0000 to 9999, found ${text}; check where it comes from`);
  return text;
}

/**
 * The result of `date`, `dateTimeOffset`, `decimal` or `guid`: a GUID, or one token of characters that cannot form a
 * name or operator.
 */
const token = /^(?:-?\d[\dTZ:.+-]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * Builds the literal again, which checks it again: an object that only looks like a literal must not be able to add
 * text outside the quotes.
 */
function rebuilt(input: Literal, option: string): Literal {
  const { kind, type, value } = Object(input) as Literal;
  if (kind === 'literal' && Object(value) !== value) {
    // Only a date, a date and time, a decimal and a GUID are printed without quotes.
    if (!/^[dg]/.test(type)) return literalOf(value, option);
    if (token.test(String(value))) return literal(type, String(value));
  }
  throw new ConfigError(
    option,
    `must be a string, number, bigint, boolean, Date, null or literal, found ${describeType(input)}; ${fixOf(input)}`,
  );
}
