import type { Direction, OrderByItem } from '../nodes/order-by.ts';
import { Cursor } from './cursor.ts';
import { resolveLimits, type Limits } from './limits.ts';
import { parseList, parseListedName } from './parse-list.ts';

/**
 * Reads a `$orderby` (decoded, without `$orderby=`), earlier conditions first.
 *
 * @throws {ODataSyntaxError} with the offset; paths and expressions are `ODATA_UNSUPPORTED`.
 * @example
 * ```ts
 * import { parseOrderBy } from '@syncline/odata';
 *
 * parseOrderBy('runstartdate desc,connectorid');
 * // [{ property: 'runstartdate', direction: 'desc' }, { property: 'connectorid', direction: 'asc' }]
 * ```
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
