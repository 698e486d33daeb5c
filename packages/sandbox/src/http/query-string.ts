import { badRequest } from './service-error.ts';

/** A query string, decoded. */
export interface Query {
  /** The first value of each name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Names that occur more than once. */
  readonly repeated: readonly string[];
}

const none: Query = { parameters: new Map(), repeated: [] };

/**
 * Parses a query string. It is split before it is decoded, and `+` stays a plus (OData, section 4.1: a URL is not an
 * HTML form).
 *
 * @throws ServiceError (400) for an invalid percent-encoding
 */
export function parseQuery(query: string): Query {
  if (query === '') return none;
  const parameters = new Map<string, string>();
  const repeated: string[] = [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    if (parameters.has(name)) repeated.push(name);
    else parameters.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  return { parameters, repeated };
}

/** @throws ServiceError (400) for an invalid percent-encoding */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('The URL contains an invalid percent-encoding, or one that is not UTF-8.');
  }
}
