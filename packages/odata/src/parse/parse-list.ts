import { isPropertyName } from '../nodes/property-name.ts';
import type { Cursor } from './cursor.ts';
import { identifierEnd } from './identifier.ts';

const expectedName = 'a property name';

/** Parses a comma-separated list. Spaces are allowed around a comma, but not at the ends. */
export function parseList<Item>(cursor: Cursor, parseItem: () => Item): Item[] {
  const items: Item[] = [];
  do {
    if (items.length > 0) cursor.skipSpace();
    items.push(parseItem());
  } while (skipComma(cursor));
  if (!cursor.atEnd) throw refuseInList(cursor);
  return items;
}

/** Reads a property name that is not in `seen`, and adds it there. */
export function parseListedName(cursor: Cursor, seen: Set<string>): string {
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
