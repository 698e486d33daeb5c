import { isPropertyName } from '../nodes/property-name.ts';
import { Cursor } from './cursor.ts';
import { identifierEnd } from './characters.ts';
import type { Direction, OrderByItem } from '../nodes/nodes.ts';
import { type Limits, resolveLimits } from '../nodes/limits.ts';
import { suggestOrderBy, suggestSelect } from './suggest-list.ts';
import { withSuggestion } from './odata-syntax-error.ts';

const expectedName = 'a property name';

/** Parses a comma-separated list. Spaces are allowed around a comma, but not at the ends. */
function parseList<Item>(cursor: Cursor, parseItem: () => Item): Item[] {
  const items: Item[] = [];
  do {
    if (items.length > 0) cursor.skipSpace();
    items.push(parseItem());
  } while (skipComma(cursor));
  if (!cursor.atEnd) throw refuseInList(cursor);
  return items;
}

/** Reads a property name that is not in `seen`, and adds it there. */
function parseListedName(cursor: Cursor, seen: Set<string>): string {
  const { text, position: start } = cursor;
  const name = text.slice(start, identifierEnd(text, start));
  if (!isPropertyName(name))
    throw name === ''
      ? refuseInList(cursor)
      : cursor.syntax(`${expectedName} of at most 128 characters that is not a reserved word`);
  if (seen.has(name)) throw cursor.syntax(`each property once (${name} is already in the list)`);
  seen.add(name);
  cursor.position += name.length;
  return name;
}

function skipComma(cursor: Cursor): boolean {
  const start = cursor.position;
  cursor.skipSpace();
  if (cursor.skip(44)) return true;
  cursor.position = start;
  return false;
}

function refuseInList(cursor: Cursor): Error {
  const sign = cursor.text.charAt(cursor.position);
  if (sign === '/') return cursor.unsupported('a path', expectedName);
  if (sign === '.') return cursor.unsupported('a qualified name', expectedName);
  if (sign === '(') return cursor.unsupported('an option or signature in parentheses', expectedName);
  if (sign === '@') return cursor.unsupported('an annotation', expectedName);
  if (sign === '*') return cursor.unsupported('*', expectedName);
  return cursor.syntax(cursor.atEnd || sign === ',' ? expectedName : "a property name, ',' or the end");
}

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

/**
 * Parses a `$select` (decoded, without `$select=`).
 *
 * @throws {ODataSyntaxError} with the offset; `*`, paths and qualified names are `ODATA_UNSUPPORTED`.
 * @example
 * ```ts
 * import { parseSelect } from '@syncline/odata';
 *
 * parseSelect('JobName,Scheduled'); // ['JobName', 'Scheduled']
 * ```
 */
export function parseSelect(text: string, limits?: Limits): readonly string[] {
  try {
    return readSelect(text, limits);
  } catch (error) {
    throw withSuggestion(error, text, suggestSelect, (suggestion) => readSelect(suggestion, limits));
  }
}

function readSelect(text: string, limits: Limits | undefined): readonly string[] {
  const cursor = new Cursor(text, resolveLimits(limits).maxLength);
  const seen = new Set<string>();
  return Object.freeze(parseList(cursor, () => parseListedName(cursor, seen)));
}
