import { ConfigError } from '@syncline/core/internal';
import { keyPredicate } from '@syncline/odata/builder';

/** Fills in the parameters of a path. */
export type FillPath = (values: Record<string, unknown>) => string;

/**
 * Reads a path template once for many calls. The function that it returns fills in the parameters: an OData key as a key
 * predicate, any other as one percent-encoded segment. It throws a ConfigError that names the parameter when a value is
 * empty or would change the path.
 */
export function compilePath(template: string): FillPath {
  // Text, then for each parameter its name, as a key or as a segment, and the text after it. The template has parentheses
  // and quotes around a key, and so has the key predicate.
  const parts: readonly (string | undefined)[] = template.split(/\('\{([^{}]*)\}'\)|\{([^{}]*)\}/);
  return (values) => {
    let path = parts[0] as string;
    for (let index = 1; index < parts.length; index += 3) {
      const key = parts[index];
      const name = key ?? (parts[index + 1] as string);
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      path += encode(name, value, key !== undefined) + (parts[index + 2] as string);
    }
    return path;
  };
}

const encode = (name: string, input: unknown, isKey: boolean): string => {
  // A key has quotes around it, so its segment is never a dot segment.
  if (isKey) return keyPredicate(input as string, name);
  // The documents of others also have whole numbers in their paths.
  const value = typeof input === 'bigint' || Number.isSafeInteger(input) ? `${input as bigint}` : input;
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new ConfigError(name, "must be a string that is not empty, '.' or '..'");
  return encodeValue(name, value);
};

/**
 * Writes query parameters. Names stay as they are (`$filter`, not `%24filter`), except for brackets and bars, which strict
 * servers refuse (RFC 3986, section 3.4). A space becomes `%20`, and a list repeats its name.
 *
 * @throws {ConfigError} when a value is an object, an invalid date or malformed text; `option` names the parameter
 */
export function serializeQuery(values: Record<string, unknown>): string {
  let query = '';
  for (const name of Object.keys(values)) {
    const value = values[name];
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      if (typeof item === 'object' && !(item as Partial<Date>).toISOString)
        throw new ConfigError(name, 'must be a single value or a list');
      query += `${query && '&'}${name.replace(/[[\]|]/g, encodeURIComponent)}=${encodeValue(name, item)}`;
    }
  }
  return query;
}

/** The path and the query of a request, as they follow the client's address. */
export function writeTarget(
  fillPath: FillPath,
  path: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const search = serializeQuery(query);
  return `${fillPath(path)}${search && `?${search}`}`;
}

function encodeValue(name: string, value: unknown): string {
  try {
    return encodeURIComponent((value as Partial<Date>).toISOString?.() ?? String(value));
  } catch {
    throw new ConfigError(
      name,
      (value as Partial<Date>).toISOString
        ? 'must be a valid date'
        : 'must be well-formed text, found half of a surrogate pair',
    );
  }
}
