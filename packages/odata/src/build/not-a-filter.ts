import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';

/**
 * The error for a value that is not a filter.
 *
 * @param rule - the rule that it breaks, such as `must be a Filter`
 * @param fix - what to write instead of a value that is not a text, a function or a list
 */
export function notAFilter(value: unknown, rule: string, fix: string): ConfigError {
  let specific = fix;
  if (typeof value === 'function') specific = 'call it';
  else if (Array.isArray(value)) specific = 'write allOf(...conditions)';
  // An empty text comes from `text && condition`.
  else if (value && typeof value === 'string') specific = 'read a text with rawFilter(text)';
  return new ConfigError('filter', `${rule}, found ${describeType(value)}; ${specific}`);
}
