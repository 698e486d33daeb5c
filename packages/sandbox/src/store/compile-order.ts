import type { Collection } from './collection.ts';
import { unknownProperty } from './query-error.ts';

export interface OrderItem {
  readonly property: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * Compiles a total ORDER BY. Nulls come first in ascending order. The collection's key breaks ties, in the direction of
 * the last item, so that a descending order is exactly the ascending one reversed and the clustered key serves both.
 *
 * @throws QueryError for an unknown property
 */
export function compileOrder(items: readonly OrderItem[], collection: Collection): string {
  const terms = new Map<string, string>();
  for (const { property, direction } of items) {
    const column = collection.column(property);
    if (column === undefined) throw unknownProperty(property, collection);
    for (const term of column.order) if (!terms.has(term)) terms.set(term, direction);
  }
  const last = items.at(-1)?.direction ?? 'asc';
  for (const column of collection.key) if (!terms.has(column)) terms.set(column, last);
  return [...terms].map(([sql, direction]) => (direction === 'desc' ? `${sql} DESC` : sql)).join(', ');
}
