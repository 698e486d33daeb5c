import type { Limits } from '../nodes/limits.ts';
import { parseFilter } from '../parse/parse-filter.ts';
import { createFilter, type Filter } from './filter.ts';
import { requireString } from './literal-of.ts';

/**
 * Creates a filter from a complete text, for example from a file or a command line. The parser checks that the text is
 * a filter; it cannot check that its values are the ones you meant. To insert values, use `odata` or `filter`.
 *
 * @throws {ODataSyntaxError} with the offset and what was expected.
 * @throws {ConfigError} when it is not a string, or contains half of a surrogate pair.
 * @example
 * ```ts
 * import { rawFilter } from '@syncline/odata';
 *
 * rawFilter("status ne 'done' and instanceid eq '7'");
 * ```
 */
export function rawFilter(text: string, limits?: Limits): Filter {
  return createFilter(parseFilter(requireString(text, 'filter'), limits), limits);
}
