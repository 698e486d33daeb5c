import { timeOf } from '@syncline/core/internal';
import type { ComparisonOperator, Literal, NullLiteral } from '../nodes/nodes.ts';
import { type Decimal, compareCodePoints, compareDecimals, decimalOf, exactNumberOf } from './values.ts';
import { type Instant, instantOf, textComparer, timeComparer } from './instant.ts';

/**
 * Compares a record's value with a literal: negative when the value is less, 0 when it is equal, positive when it is
 * greater. NaN if there is no order, because the value is null or has another type than the literal. Every comparison
 * with NaN is false, and `!==` is true, which is what OData requires for a comparison with null.
 */
export type Comparer = (value: unknown) => number;

/**
 * The comparer of a literal that is a value, for one operator. Everything that depends only on the literal is done
 * here, once.
 */
export function comparerOf(literal: Exclude<Literal, NullLiteral>, operator: ComparisonOperator): Comparer {
  switch (literal.type) {
    case 'boolean':
      return booleanComparer(literal.value);
    case 'string':
      return stringComparer(literal.value);
    case 'guid':
      return guidComparer(literal.value);
    case 'integer':
    case 'decimal':
      return numberComparer(String(literal.value));
    case 'date':
    case 'dateTimeOffset':
      return instantComparer(literal.value, operator);
  }
}

function booleanComparer(expected: boolean): Comparer {
  return (value) => (typeof value === 'boolean' ? Number(value) - Number(expected) : Number.NaN);
}

function stringComparer(expected: string): Comparer {
  return (value) => {
    if (value === expected) return 0;
    return typeof value === 'string' ? compareCodePoints(value, expected) : Number.NaN;
  };
}

const guidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function guidComparer(expected: string): Comparer {
  return (value) =>
    typeof value === 'string' && guidForm.test(value) ? compareCodePoints(value.toLowerCase(), expected) : Number.NaN;
}

/**
 * A `number` means the decimal that JavaScript prints for it, which is the one that it was parsed from. Rounding keeps
 * the order of numbers, so a value and the literal are in the order of their doubles. The digits matter only if the
 * doubles are equal, and whether they can matter is known in advance.
 */
function numberComparer(digits: string): Comparer {
  const expected = decimalOf(digits) as Decimal;
  const nearest = Number(digits);
  const atNearest = Number.isFinite(nearest)
    ? compareDecimals(decimalOf(String(nearest)) as Decimal, expected)
    : nearest;
  return (value) => {
    if (typeof value === 'number') {
      if (value === nearest) return atNearest;
      return value < nearest ? -1 : value > nearest ? 1 : Number.NaN;
    }
    const exact = exactNumberOf(value);
    return exact === undefined ? Number.NaN : compareDecimals(exact, expected);
  };
}

const sought = { eq: 'equal', ne: 'equal', gt: 'greater', ge: 'greater', lt: 'less', le: 'less' } as const;

function instantComparer(text: string, operator: ComparisonOperator): Comparer {
  const expected = instantOf(text) as Instant;
  const compareTime = timeComparer(expected);
  const compareInstantText = textComparer(expected, sought[operator]);
  return (value) => {
    if (typeof value === 'string') return compareInstantText(value);
    return compareTime(timeOf(value) ?? Number.NaN);
  };
}
