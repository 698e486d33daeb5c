import { badRequest } from './service-error.ts';

/**
 * Parses a query string. It is split before it is decoded, and `+` stays a plus (OData, section 4.1: a URL is not an
 * HTML form).
 *
 * @throws ServiceError (400) for an invalid percent-encoding or a repeated name
 */
export function parseQuery(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  if (query === '') return parameters;
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    if (parameters.has(name)) throw badRequest(`The query parameter '${name}' is given twice.`);
    parameters.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  return parameters;
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
