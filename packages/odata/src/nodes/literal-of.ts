import { ConfigError } from '../errors/config-error.ts';
import { decimalOfNumber } from './decimal.ts';
import * as make from './make.ts';
import type { Literal, StringLiteral } from './nodes.ts';
import { loneSurrogate } from './well-formed.ts';

/**
 * What a value may be: text, a finite number, a whole number of any size, a switch, an instant (to the millisecond), `null`, or a
 * literal made by `date`, `dateTimeOffset`, `guid` or `decimal`.
 */
export type Value = string | number | bigint | boolean | Date | null | Literal;

/** The literal of a value; `option` names it in a refusal. */
export function literalOf(value: Value, option: string): Literal {
  if (typeof value === 'string') return stringOf(value, option);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new ConfigError(option, `expected a finite number, found ${value}`);
    return Number.isInteger(value) ? make.integer(BigInt(value)) : make.decimal(decimalOfNumber(value));
  }
  if (typeof value === 'bigint') return make.integer(value);
  if (typeof value === 'boolean') return make.literal('boolean', value);
  if (value === null) return make.literal('null', value);
  if (value instanceof Date) return make.dateTimeOffset(instantOf(value, option));
  return remade(value, option);
}

/** The literal of a text. */
export function stringOf(value: unknown, option: string): StringLiteral {
  if (typeof value !== 'string') throw new ConfigError(option, `expected a text, found ${describe(value)}`);
  if (loneSurrogate.test(value))
    throw new ConfigError(option, 'expected well-formed text, found half of a surrogate pair');
  return make.string(value);
}

/** Years outside 0000-9999 have no spelling that every server reads. */
function instantOf(value: Date, option: string): string {
  if (Number.isNaN(value.getTime())) throw new ConfigError(option, 'expected a valid date, found Invalid Date');
  const text = value.toISOString();
  if (text.length !== 24) throw new ConfigError(option, `expected a date from year 0000 to 9999, found ${text}`);
  return text;
}

/** What `date`, `dateTimeOffset`, `decimal` and `guid` make: one token, of signs that no name and no operator is made of, or a GUID. */
const token = /^(?:-?\d[\dTZ:.+-]*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Made anew, and so checked again: an object that only looks like a literal must not carry text past the quotes. */
function remade(literal: Literal, option: string): Literal {
  const { kind, type, value } = Object(literal) as Literal;
  if (kind === 'literal' && Object(value) !== value) {
    if (!/^(?:date|dateTimeOffset|decimal|guid)$/.test(type)) return literalOf(value, option);
    if (token.test(String(value))) return make.literal(type, String(value));
  }
  throw new ConfigError(
    option,
    `expected a text, number, bigint, boolean, Date, null or literal, found ${describe(literal)}`,
  );
}

function describe(value: unknown): string {
  return Array.isArray(value) ? 'an array' : value === null ? 'null' : `a value of type ${typeof value}`;
}
