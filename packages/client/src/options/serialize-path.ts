import { keyPredicate } from '@syncline/odata';
import { ConfigError } from '../errors/config-error.ts';

/**
 * Fills in the parameters of an address: an OData key as a key predicate, any other as one percent-encoded segment.
 *
 * @throws ConfigError naming the parameter, for a value that would lead elsewhere
 */
export const serializePath = (template: string, values: Record<string, unknown>): string => {
  const [start, ...rest] = template.split('{');
  let address = start as string;
  for (const part of rest) {
    const [name = '', after = ''] = part.split('}');
    address += encode(name, values[name], address.endsWith("('")) + after;
  }
  return address;
};

const encode = (name: string, value: unknown, isKey: boolean): string => {
  if (typeof value !== 'string' || value === '') throw new ConfigError(name, 'must be a text that is not empty');
  if (value === '.' || value === '..') throw new ConfigError(name, "must not be '.' or '..'");
  try {
    // The template has the predicate's parentheses and quotes.
    return isKey ? keyPredicate(value).slice(2, -2) : encodeURIComponent(value);
  } catch {
    throw new ConfigError(name, 'is no well-formed text');
  }
};

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
