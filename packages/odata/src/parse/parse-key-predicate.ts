import { Cursor } from './cursor.ts';
import { resolveLimits, type Limits } from '../nodes/limits.ts';
import { ODataSyntaxError } from './odata-syntax-error.ts';
import { decodedOffsets, percentDecode } from './percent-decode.ts';
import { scanNumberOrDate, scanString } from './scan-literal.ts';

/**
 * Parses the key in one raw path segment, which is still percent-encoded: split a path on `/` before you decode it.
 * Parentheses and quotes can be percent-encoded too.
 *
 * @throws {ODataSyntaxError} with the offset in the raw segment; keys of other types and named keys are
 * `ODATA_UNSUPPORTED`.
 * @example
 * ```ts
 * import { parseKeyPredicate } from '@syncline/odata';
 *
 * parseKeyPredicate("jobs('a%2Fb')", 'jobs'); // 'a/b'
 * ```
 */
export function parseKeyPredicate(rawSegment: string, set: string, limits?: Limits): string {
  const raw = new Cursor(rawSegment, resolveLimits(limits).maxLength);
  const decoded = percentDecode(rawSegment);
  if (typeof decoded === 'number') throw raw.syntax('valid percent-encoding', decoded);
  const slash = rawSegment.indexOf('/');
  const cursor = new Cursor(
    slash === -1 ? decoded : decoded.slice(0, decodedOffsets(rawSegment).indexOf(slash)),
    Infinity,
  );
  try {
    return readKey(cursor, set, slash !== -1);
  } catch (error) {
    if (!(error instanceof ODataSyntaxError)) throw error;
    const { code, offset, expected, construct } = error;
    throw new ODataSyntaxError({
      code,
      offset: decodedOffsets(rawSegment)[offset] as number,
      expected,
      construct,
      text: rawSegment,
    });
  }
}

function readKey(cursor: Cursor, set: string, more: boolean): string {
  if (!cursor.text.startsWith(set) || /^[\p{L}\p{Nd}_#]/u.test(cursor.text.slice(set.length)))
    throw cursor.syntax(`${set}('key')`);
  cursor.position = set.length;
  if (cursor.atEnd)
    throw cursor.unsupported(
      more ? 'a key as a path segment' : 'a collection without a key',
      `${set}('key')`,
      set.length,
    );
  if (!cursor.skip(40)) throw cursor.syntax("'('");
  if (cursor.code !== 39) throw refuseKey(cursor);
  const key = scanString(cursor).value;
  if (!cursor.skip(41)) throw cursor.syntax("')'");
  if (!cursor.atEnd) throw cursor.syntax('the end of the segment');
  if (more) throw cursor.unsupported('a path after the key', 'the end of the segment');
  return key;
}

function refuseKey(cursor: Cursor): ODataSyntaxError {
  const named = cursor.match(/[\p{L}_][\p{L}\p{Nd}_]*=/uy);
  if (named !== undefined)
    return cursor.unsupported(
      'a named key or parameter',
      "a key in single quotes ('key')",
      cursor.position - named.length,
    );
  const start = cursor.position;
  if (/\d|[+-]\d/.test(cursor.text.slice(start, start + 2))) {
    scanNumberOrDate(cursor);
    if (cursor.skip(41))
      return cursor.unsupported('a key that is not a string', "a key in single quotes ('key')", start);
  }
  return cursor.syntax("a key in single quotes ('key')", start);
}
