import { badRequest } from './refusal.ts';

/**
 * Reads a query: split before it is decoded, and `+` is a plus (OData, section 4.1, is no HTML form).
 *
 * @throws Refusal (400) for a broken percent-encoding or a name that is there twice
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

/** @throws Refusal (400) */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('A percent-encoding in the address is broken or no UTF-8.');
  }
}
