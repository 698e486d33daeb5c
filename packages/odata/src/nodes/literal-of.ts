import { ConfigError } from '../errors/config-error.ts';
import { decimalOfNumber } from './decimal.ts';
import { date, dateTimeOffset, decimal, guid } from './literals.ts';
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
  if (typeof value === 'boolean') return value ? make.trueLiteral : make.falseLiteral;
  if (value === null) return make.nullLiteral;
  if (value instanceof Date) return make.dateTimeOffset(instantOf(value, option));
  return remade(value, option);
}

/** The literal of a text. */
export function stringOf(value: unknown, option: string): StringLiteral {
  if (typeof value !== 'string') throw new ConfigError(option, `expected a text, found ${describe(value)}`);
  if (loneSurrogate.test(value)) throw new ConfigError(option, 'expected well-formed text, found half of a surrogate pair');
  return make.string(value);
}

/** Years outside 0000-9999 have no spelling that every server reads. */
function instantOf(value: Date, option: string): string {
  if (Number.isNaN(value.getTime())) throw new ConfigError(option, 'expected a valid date, found Invalid Date');
  const text = value.toISOString();
  if (text.length !== 24) throw new ConfigError(option, `expected a date from year 0000 to 9999, found ${text}`);
  return text;
}

/** Made anew, and so checked again: an object that only looks like a literal must not carry text past the quotes. */
function remade(literal: Literal, option: string): Literal {
  const type = typeof literal === 'object' && literal.kind === 'literal' ? literal.type : undefined;
  if (type === 'date') return date(literal.value as string);
  if (type === 'dateTimeOffset') return dateTimeOffset(literal.value as string);
  if (type === 'guid') return guid(literal.value as string);
  if (type === 'decimal') return decimal(literal.value as string);
  if (type === undefined || (typeof literal.value === 'object' && literal.value !== null)) throw new ConfigError(option, `expected a text, number, bigint, boolean, Date, null or literal, found ${describe(literal)}`);
  return literalOf(literal.value, option);
}

function describe(value: unknown): string {
  return Array.isArray(value) ? 'an array' : value === null ? 'null' : `a value of type ${typeof value}`;
}
