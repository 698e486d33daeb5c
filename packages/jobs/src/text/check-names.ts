import { ConfigError } from '@syncline/core/internal';
import { nearestName } from './nearest-name.ts';

/**
 * Refuses unknown options, and suggests the most similar name.
 *
 * @param place - the text before the name in the message, such as `rules.`
 * @throws {ConfigError} when one is unknown
 */
export function checkNames(options: object, known: readonly string[], place = '', what = 'an option here'): void {
  if (typeof options !== 'object' || options === null) throw new ConfigError(place || 'options', 'must be an object');
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    throw new ConfigError(
      `${place}${name}`,
      `is not ${what}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    );
  }
}
