import { Cursor } from './cursor.ts';
import { type Limits, resolveLimits } from '../nodes/limits.ts';
import { percentDecode } from './percent-decode.ts';
import { withSuggestion } from './odata-syntax-error.ts';

/** The query options of a request, decoded. `parseFilter`, `parseSelect` and `parseOrderBy` read the first three. */
export interface QueryOptions {
  readonly filter: string | undefined;
  readonly select: string | undefined;
  readonly orderBy: string | undefined;
  /** Every other option, such as `@authtoken`, in order. */
  readonly custom: readonly (readonly [name: string, value: string])[];
}

const known = ['$filter', '$select', '$orderby'];
const otherSystemOptions = [
  'apply',
  'compute',
  'count',
  'deltatoken',
  'expand',
  'format',
  'id',
  'index',
  'levels',
  'schemaversion',
  'search',
  'skip',
  'skiptoken',
  'top',
];
const systemNames = new Set([...known.map((name) => name.slice(1)), ...otherSystemOptions]);

/**
 * Splits a raw query (without `?`) on `&` and `=`, then decodes the names and values. A system query option that this
 * interface does not have is refused. So is `$filter`, `$select` or `$orderby` without its `$`, in a different case,
 * with spaces around it or after the `?` of a URL: if it were ignored, every row would be returned. OData 4.01 allows
 * names without `$` and in any case, but section 4.1 of the specification does not.
 *
 * @throws {ODataSyntaxError} with the offset in the raw query, and a `suggestion` for a misspelled option name.
 * @example
 * ```ts
 * import { parseQueryOptions } from '@syncline/odata';
 *
 * parseQueryOptions('$filter=status%20eq%20%27a%26b%27&$select=status').filter; // "status eq 'a&b'"
 * ```
 */
export function parseQueryOptions(rawQuery: string, limits?: Limits): QueryOptions {
  try {
    return readQueryOptions(rawQuery, limits);
  } catch (error) {
    throw withSuggestion(error, rawQuery, suggestQuery, (suggestion) => readQueryOptions(suggestion, limits));
  }
}

function readQueryOptions(rawQuery: string, limits: Limits | undefined): QueryOptions {
  const cursor = new Cursor(rawQuery, resolveLimits(limits).maxLength);
  const system = new Map<string, string>();
  const custom: (readonly [string, string])[] = [];
  let start = 0;
  for (const part of rawQuery === '' ? [] : rawQuery.split('&')) {
    const equals = part.indexOf('=');
    const nameEnd = equals === -1 ? part.length : equals;
    const name = decode(cursor, start, start + nameEnd);
    const isSystem = checkName(cursor, name, start);
    if (isSystem && equals === -1) throw cursor.syntax(`= after ${name}`, start + nameEnd);
    if (isSystem && system.has(name)) throw cursor.syntax(`${name} once`, start);
    const value = equals === -1 ? '' : decode(cursor, start + equals + 1, start + part.length);
    if (isSystem) system.set(name, value);
    else custom.push([name, value]);
    start += part.length + 1;
  }
  return { filter: system.get('$filter'), select: system.get('$select'), orderBy: system.get('$orderby'), custom };
}

function checkName(cursor: Cursor, name: string, start: number): boolean {
  if (known.includes(name)) return true;
  const bare = name.replace(/^[?\s]*\$?|\s+$/g, '').toLowerCase();
  if (systemNames.has(bare)) {
    const expected = known.includes(`$${bare}`) ? `$${bare}` : known.join(', ');
    if (/^[?\s]|\s$/.test(name)) throw cursor.syntax(`${expected}, without '?' or spaces beside the name`, start);
    throw cursor.unsupported(`the query option ${name}`, expected, start);
  }
  if (name.startsWith('$')) throw cursor.syntax(known.join(', '), start);
  return false;
}

function decode(cursor: Cursor, start: number, end: number): string {
  const decoded = percentDecode(cursor.text.slice(start, end));
  if (typeof decoded === 'number') throw cursor.syntax('valid percent-encoding', start + decoded);
  return decoded;
}

/** The query with its option names in OData's spelling, and with each stray `%` encoded. */
function suggestQuery(rawQuery: string): string | undefined {
  if (rawQuery.length > 1000) return undefined;
  return rawQuery
    .replace(/^\?/, '')
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(
      /(^|&)(?:\s|%20)*(?:\$|%24)?(filter|select|orderby)(?:\s|%20)*(?==)/gi,
      (_, before: string, name: string) => `${before}$${name.toLowerCase()}`,
    );
}
