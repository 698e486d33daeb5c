import { keyPredicate } from '@syncline/odata';
import { ConfigError } from '../errors/config-error.ts';

const parameter = /(\(')?\{(\w+)\}('\))?/g;

/**
 * Fills in the parameters of an address: an OData key as a key predicate, any other as one percent-encoded segment.
 *
 * @throws ConfigError naming the parameter, for a value that would lead elsewhere
 */
export const serializePath = (template: string, values: Record<string, unknown>): string =>
  template.replace(parameter, (_, key: string | undefined, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new ConfigError(name, 'must be a text that is not empty');
    if (value === '.' || value === '..') throw new ConfigError(name, "must not be '.' or '..'");
    try {
      return key === undefined ? encodeURIComponent(value) : keyPredicate(value);
    } catch {
      throw new ConfigError(name, 'is no well-formed text');
    }
  });

/**
 * Writes query parameters with their names as they are (`$filter`, not `%24filter`) and a space as `%20`. A list repeats its name.
 *
 * @throws ConfigError naming the parameter, for a value that has no such form
 */
export const serializeQuery = (values: Record<string, unknown>): string => {
  let query = '';
  for (const name in values) {
    const value = values[name];
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      if (typeof item === 'object' && !(item instanceof Date)) throw new ConfigError(name, 'must be a single value or a list');
      query += `${query && '&'}${name}=${encodeURIComponent(item instanceof Date ? item.toISOString() : String(item))}`;
    }
  }
  return query;
};
