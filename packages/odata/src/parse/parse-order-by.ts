import type { Direction, OrderByItem } from '../nodes/order-by.ts';
import { Cursor } from './cursor.ts';
import { resolveLimits, type Limits } from '../nodes/limits.ts';
import { parseList, parseListedName } from './parse-list.ts';
import { suggestOrderBy } from './suggest-list.ts';
import { withSuggestion } from './with-suggestion.ts';

/**
 * Parses a `$orderby` (decoded, without `$orderby=`), earlier conditions first.
 *
 * @throws {ODataSyntaxError} with the offset, and a `suggestion` for mistakes such as `name DESC`; paths and
 * expressions are `ODATA_UNSUPPORTED`.
 * @example
 * ```ts
 * import { parseOrderBy } from '@syncline/odata';
 *
 * parseOrderBy('runstartdate desc,connectorid');
 * // [{ property: 'runstartdate', direction: 'desc' }, { property: 'connectorid', direction: 'asc' }]
 * ```
 */
export function parseOrderBy(text: string, limits?: Limits): readonly OrderByItem[] {
  try {
    return readOrderBy(text, limits);
  } catch (error) {
    throw withSuggestion(error, text, suggestOrderBy, (suggestion) => readOrderBy(suggestion, limits));
  }
}

function readOrderBy(text: string, limits: Limits | undefined): readonly OrderByItem[] {
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
  if (word !== undefined && /^(?:asc|desc)(?:ending)?$/i.test(word))
    throw cursor.syntax(word.toLowerCase().startsWith('a') ? 'asc' : 'desc', start + 1);
  if (word === undefined && /^[ \t]+,/.test(cursor.text.slice(start))) return 'asc';
  throw cursor.syntax('asc, desc or the next property', start + 1);
}
