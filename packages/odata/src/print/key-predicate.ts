import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';

/**
 * The key predicate of a string key, ready for a URL path. Quotes are doubled, then the key is percent-encoded, so
 * that it cannot end its literal or its path segment.
 *
 * @param option - the name of the key in an error
 * @throws {ConfigError} for an empty key, a key that is not a string, or one with half of a surrogate pair.
 * @example
 * ```ts
 * import { keyPredicate } from '@syncline/odata';
 *
 * `/jobs${keyPredicate("O'Brien/ö")}`; // "/jobs('O%27%27Brien%2F%C3%B6')"
 * ```
 */
export function keyPredicate(key: string, option = 'key'): string {
  if (typeof key !== 'string' || key === '')
    throw new ConfigError(
      option,
      `must be a string that is not empty, found ${key === '' ? 'an empty string' : describeType(key)}; write the key as text`,
    );
  try {
    // encodeURIComponent does not encode the quote. That is valid but hard to read, and some servers misread it.
    return `('${encodeURIComponent(key).replaceAll("'", '%27%27')}')`;
  } catch {
    throw new ConfigError(
      option,
      'must be well-formed text, found half of a surrogate pair; cut it between characters',
    );
  }
}
