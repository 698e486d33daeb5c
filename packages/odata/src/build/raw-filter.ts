import { loneSurrogate } from '../nodes/well-formed.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { Limits } from '../parse/limits.ts';
import { parseFilter } from '../parse/parse-filter.ts';
import { createFilter, type Filter } from './filter.ts';

/**
 * Makes a filter of a text that is whole already: from a file, from a command line. The parser checks that it is a filter; that its
 * values are what was meant is the caller's business. Values of your own belong into `odata` or `filter`.
 *
 * @throws {ODataSyntaxError} with the offset and what was expected.
 * @throws {ConfigError} when it is no text, or holds half of a surrogate pair.
 * @example
 * rawFilter("status ne 'done' and instanceid eq '7'");
 */
export function rawFilter(text: string, limits?: Limits): Filter {
  if (typeof text !== 'string')
    throw new ConfigError('filter', `expected a text, found a value of type ${typeof text}`);
  if (loneSurrogate.test(text))
    throw new ConfigError('filter', 'expected well-formed text, found half of a surrogate pair');
  return createFilter(parseFilter(text, limits));
}
