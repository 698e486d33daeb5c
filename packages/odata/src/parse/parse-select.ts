import { Cursor } from './cursor.ts';
import { resolveLimits, type Limits } from '../nodes/limits.ts';
import { parseList, parseListedName } from './parse-list.ts';
import { suggestSelect } from './suggest-list.ts';
import { withSuggestion } from './with-suggestion.ts';

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
