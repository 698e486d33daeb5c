import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';

/**
 * The error for a value that is not a filter.
 *
 * @param rule - the rule that it breaks, such as `must be a Filter`
 * @param fix - what to write instead of a value that is neither text nor a function
 */
export function notAFilter(value: unknown, rule: string, fix: string): ConfigError {
  const type = typeof value;
  const specific = type === 'string' ? 'read a text with rawFilter(text)' : type === 'function' ? 'call it' : fix;
  return new ConfigError('filter', `${rule}, found ${describeType(value)}; ${specific}`);
}
