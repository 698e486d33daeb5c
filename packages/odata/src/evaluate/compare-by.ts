import { timeOf } from '@syncline/core/internal';
import type { OrderByItem } from '../nodes/nodes.ts';
import { orderByItems } from '../print/print-order-by.ts';
import { type Decimal, compareCodePoints, compareDecimals, decimalOf, exactNumberOf, valueOf } from './values.ts';
import { type Instant, compareInstants, instantOf, instantOfTime } from './instant.ts';

/**
 * Compiles an order to a function for `Array.prototype.sort`. It sorts exactly and like the same `$orderby`, but
 * without a service. Earlier conditions take precedence. Records that no condition distinguishes are equal, so a stable
 * sort keeps their order.
 *
 * Null and missing properties come first in ascending order and last in descending order (OData 4.01, part 2, section
 * 5.1.4). Values of one type are compared like in {@link createEvaluator}: numbers as decimals of any length,
 * date-times as instants, strings by code points. If a property has values of several types, booleans come before
 * numbers, then come instants (a date-time with offset, or a calendar day), and then other strings. All other values
 * count as null.
 *
 * @throws {ConfigError} for an empty list, a repeated property, a wrong direction or a wrong property name.
 * @example
 * ```ts
 * import { compareBy } from '@syncline/odata';
 *
 * const records = [{ id: 'a', rows: 9n }, { id: 'b', rows: 10n }, { id: 'c' }];
 * records.sort(compareBy('rows desc')).map(({ id }) => id); // ['b', 'a', 'c']
 * ```
 */
export function compareBy(
  orderBy: string | OrderByItem | readonly (string | OrderByItem)[],
): (a: object, b: object) => number {
  const conditions = orderByItems(orderBy).map(({ property, direction }) => ({
    property,
    sign: direction === 'desc' ? -1 : 1,
  }));
  return (a, b) => {
    for (const { property, sign } of conditions) {
      const order = compareValues(valueOf(a, property), valueOf(b, property));
      if (order !== 0) return order * sign;
    }
    return 0;
  };
}

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const left = keyOf(a);
  const right = keyOf(b);
  return left.type === right.type ? compareKeys(left, right) : ranks[left.type] - ranks[right.type];
}

type SortKey =
  | { readonly type: 'null' }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'number'; readonly value: Decimal }
  | { readonly type: 'instant'; readonly value: Instant }
  | { readonly type: 'string'; readonly value: string };

const ranks: Readonly<Record<SortKey['type'], number>> = { null: 0, boolean: 1, number: 2, instant: 3, string: 4 };
const nullKey: SortKey = { type: 'null' };

function keyOf(value: unknown): SortKey {
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (typeof value === 'string') {
    const instant = instantOf(value);
    return instant === undefined ? { type: 'string', value } : { type: 'instant', value: instant };
  }
  const time = timeOf(value);
  if (time !== undefined) {
    const instant = instantOfTime(time);
    return instant === undefined ? nullKey : { type: 'instant', value: instant };
  }
  const number = typeof value === 'number' ? decimalOf(String(value)) : exactNumberOf(value);
  return number === undefined ? nullKey : { type: 'number', value: number };
}

function compareKeys(a: SortKey, b: SortKey): number {
  switch (a.type) {
    case 'null':
      return 0;
    case 'boolean':
      return Number(a.value) - Number((b as typeof a).value);
    case 'number':
      return compareDecimals(a.value, (b as typeof a).value);
    case 'instant':
      return compareInstants(a.value, (b as typeof a).value);
    case 'string':
      return compareCodePoints(a.value, (b as typeof a).value);
  }
}
