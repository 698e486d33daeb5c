import { ConfigError } from './errors/config-error.ts';
import { Cursor } from './parse/cursor.ts';
import { resolveLimits, type Limits } from './parse/limits.ts';
import { parseList, parseListedName } from './parse/list.ts';
import { checkName } from './select.ts';

/** Ascending or descending. */
export type Direction = 'asc' | 'desc';

/** One condition of a `$orderby`. */
export interface OrderByItem {
  readonly property: string;
  readonly direction: Direction;
}

/**
 * How one condition is written: `'runstartdate desc'`, or a property alone (ascending). A property of an open record that has no type
 * is written as an {@link OrderByItem}.
 */
export type OrderBy<Properties> =
  | (keyof Properties & string)
  | `${keyof Properties & string} ${Direction}`
  | OrderByItem;

/**
 * The text of a `$orderby`, not percent-encoded: earlier conditions take precedence, the direction is always written.
 *
 * @throws {ConfigError} for an empty list, a repeated property, a wrong direction or a name that is no property name.
 * @example
 * printOrderBy(['runstartdate desc', 'connectorid']); // 'runstartdate desc,connectorid asc'
 */
export function printOrderBy(orderBy: string | OrderByItem | readonly (string | OrderByItem)[]): string {
  const list: readonly (string | OrderByItem)[] = Array.isArray(orderBy) ? orderBy : [orderBy as string | OrderByItem];
  if (list.length === 0) throw new ConfigError('orderBy', 'expected at least one condition');
  const seen = new Set<string>();
  return list.map((item) => printItem(item, seen)).join(',');
}

function printItem(item: string | OrderByItem, seen: Set<string>): string {
  const [property, direction = 'asc', ...rest] =
    typeof item === 'string' ? item.split(' ') : [item?.property, item?.direction];
  checkName('orderBy', property, seen);
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0)
    throw new ConfigError('orderBy', `expected asc or desc after ${property}`);
  return `${property} ${direction}`;
}

/**
 * Reads a `$orderby` (decoded, without `$orderby=`), earlier conditions first.
 *
 * @throws {ODataSyntaxError} with the offset; paths and expressions are `ODATA_UNSUPPORTED`.
 * @example
 * parseOrderBy('runstartdate desc,connectorid'); // [{ property: 'runstartdate', direction: 'desc' }, { property: 'connectorid', direction: 'asc' }]
 */
export function parseOrderBy(text: string, limits?: Limits): readonly OrderByItem[] {
  const cursor = new Cursor(text, resolveLimits(limits).maxLength);
  const seen = new Set<string>();
  return Object.freeze(
    parseList(cursor, () =>
      Object.freeze({ property: parseListedName(cursor, seen), direction: parseDirection(cursor) }),
    ),
  );
}

function parseDirection(cursor: Cursor): Direction {
  const start = cursor.position;
  if (!cursor.skipSpace()) return 'asc';
  const word = cursor.match(/[a-z]+(?![\w#])/iy);
  if (word === 'asc' || word === 'desc') return word;
  if (word !== undefined && /^(?:eq|ne|gt|ge|lt|le|and|or|has|in|add|sub|mul|div|divby|mod)$/.test(word))
    throw cursor.unsupported(`an expression with ${word}`, 'asc or desc', start + 1);
  cursor.position = start;
  if (word === undefined && /^[ \t]+,/.test(cursor.text.slice(start))) return 'asc';
  throw cursor.syntax('asc, desc or the next property', start + 1);
}
