import { compareBy, type OrderByItem } from '@syncline/odata';
import { type Collation, folded, isInstant, isNumeric, valueOf } from './text-rules.ts';
import type { RecordCheck } from './filter-check.ts';

type Order = string | OrderByItem | readonly (string | OrderByItem)[];

/** The conditions of an `orderBy`, as names and directions. */
export function orderItems(orderBy: Order): readonly OrderByItem[] {
  const list = Array.isArray(orderBy) ? (orderBy as readonly (string | OrderByItem)[]) : [orderBy as string];
  return list.map((item) => {
    if (typeof item !== 'string') return item;
    const [property = '', direction] = item.split(' ');
    return { property, direction: direction === 'desc' ? 'desc' : 'asc' };
  });
}

/**
 * Returns a check that is called with each record in turn, and says whether it may follow the one before. Values that cannot
 * be compared for certain may: texts without a collation, values of two types, null, which services sort first or last,
 * numbers that rounding may have made equal, and instants that have another order as texts.
 *
 * @param dates - the properties that are certain to be dates, and not texts
 */
export function createOrderCheck(
  orderBy: Order,
  collation: Collation | undefined,
  dates: ReadonlySet<string> = new Set(),
): RecordCheck {
  const conditions = orderItems(orderBy).map((item) => ({
    name: item.property,
    compare: compareBy(item),
    sign: item.direction === 'desc' ? -1 : 1,
  }));
  const first = conditions[0]?.name ?? '';
  let previous: object | undefined;
  return (record) => {
    const before = previous;
    // Records with null are passed over, so that they do not part those around them.
    if (valueOf(record, first) !== null) previous = record;
    else return true;
    if (before === undefined) return true;
    for (const { name, compare, sign } of conditions) {
      const [one, other] = [valueOf(before, name), valueOf(record, name)];
      if (isUncertain(one, other)) return true;
      if (one === other) continue;
      const [left, right] = comparable(one, other, collation) ?? [];
      if (left === undefined) return true;
      const order = compare({ [name]: left }, { [name]: right });
      if (!dates.has(name) && mayBeText(left, right, order * sign)) return true;
      if (order !== 0) return order < 0;
    }
    return true;
  };
}

/**
 * Whether the order of two numbers may have been lost. Reading JSON rounds a number that is not whole, or beyond 2^53: it
 * may then equal another one, but it is never on the other side of it.
 */
function isUncertain(left: unknown, right: unknown): boolean {
  const isRounded = (value: unknown): boolean => typeof value === 'number' && !Number.isSafeInteger(value);
  if (typeof left === typeof right) return left === right && isRounded(left);
  return isRounded(left) || isRounded(right);
}

/** Whether two values are instants that a service which takes them for texts orders in another way. */
function mayBeText(left: unknown, right: unknown, order: number): boolean {
  if (typeof left !== 'string' || typeof right !== 'string' || !isInstant(left)) return false;
  return Math.sign(order) !== (left < right ? -1 : Number(left !== right));
}

/** Two values as they can be compared; undefined if they cannot. */
function comparable(one: unknown, other: unknown, collation: Collation | undefined): [unknown, unknown] | undefined {
  const both = (is: (value: unknown) => boolean): boolean => is(one) && is(other);
  if (one === null || other === null) return undefined;
  if (both(isInstant)) return [one, other];
  if (both((value) => typeof value === 'boolean') || both(isNumeric)) return [one, other];
  if (collation === undefined || typeof one !== 'string' || typeof other !== 'string') return undefined;
  // One of them may look like an instant, which compareBy would put before the other.
  return isInstant(one) || isInstant(other) ? undefined : [folded(one, collation), folded(other, collation)];
}
