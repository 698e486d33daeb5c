import { ConfigError } from '@syncline/core/errors';
import type { OrderByItem } from '../nodes/nodes.ts';
import { requireNewPropertyName } from '../nodes/property-name.ts';

/**
 * The text of a `$orderby`, not percent-encoded. Earlier conditions take precedence; the direction is always printed.
 *
 * @throws {ConfigError} for an empty list, a repeated property, a wrong direction or a wrong property name.
 * @example
 * ```ts
 * import { printOrderBy } from '@syncline/odata';
 *
 * printOrderBy(['runstartdate desc', 'connectorid']); // 'runstartdate desc,connectorid asc'
 * ```
 */
export function printOrderBy(orderBy: string | OrderByItem | readonly (string | OrderByItem)[]): string {
  return orderByItems(orderBy)
    .map(({ property, direction }) => `${property} ${direction}`)
    .join(',');
}

/** The conditions of an `orderBy` option, checked. */
export function orderByItems(orderBy: string | OrderByItem | readonly (string | OrderByItem)[]): OrderByItem[] {
  const list: readonly (string | OrderByItem)[] = Array.isArray(orderBy) ? orderBy : [orderBy as string | OrderByItem];
  if (list.length === 0)
    throw new ConfigError('orderBy', 'must have at least one condition; leave the option out for any order');
  const seen = new Set<string>();
  return list.map((item) => {
    if (typeof item === 'string' && item.includes(','))
      throw new ConfigError(
        'orderBy',
        "must have one property in each condition; write ['jobname', 'runstartdate desc']",
      );
    const [property, direction = 'asc', ...rest] =
      typeof item === 'string' ? item.split(' ') : [item?.property, item?.direction];
    requireNewPropertyName('orderBy', property, seen);
    if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0)
      throw new ConfigError(
        'orderBy',
        `must have asc or desc after ${property}, and nothing else; write '${property} desc'`,
      );
    return { property, direction };
  });
}
