import { isODataSyntaxError, parseQueryOptions } from '@syncline/odata';
import type { Query } from '../http/query-string.ts';
import { badRequest } from '../http/service-error.ts';

/** What an operation knows about its query string. */
export interface QueryRules {
  /** Whether the query has the system query options of OData. */
  readonly isOData: boolean;
  /** Every parameter that the operation has, and the API key where it is accepted. */
  readonly known: readonly string[];
  /** The fields of the body. A secret among them must not be in an address. */
  readonly bodyFields: readonly string[];
  /** Whether an unknown parameter is refused. Otherwise it is ignored, as services do. */
  readonly strict: boolean;
}

/**
 * Checks the names of a query string and returns those that are ignored. A parameter that begins with `$` or `@`, or
 * whose name is a known one in another spelling, is never ignored: `Filter=…` would return every row.
 *
 * @throws ServiceError (400)
 */
export function checkQuery(raw: string, { parameters, repeated }: Query, rules: QueryRules): readonly string[] {
  if (raw === '') return [];
  if (rules.isOData) checkSystemOptions(raw);
  const ignored: string[] = [];
  for (const name of parameters.keys()) {
    if (rules.known.includes(name)) {
      if (repeated.includes(name)) throw badRequest(`The query parameter '${name}' is given twice.`);
      continue;
    }
    if (rules.bodyFields.includes(name))
      throw badRequest(`The field '${name}' belongs in the body of the request, not in its query.`);
    const similar = rules.known.find((known) => bare(known) === bare(name));
    if (similar !== undefined)
      throw badRequest(`There is no query parameter '${name}' here. Did you mean '${similar}'?`);
    if (rules.strict || /^[$@]/.test(name)) throw badRequest(`There is no query parameter '${name}' here.`);
    ignored.push(name);
  }
  return ignored;
}

/** The parser of the client decides which system query options there are, so that there is one opinion. */
function checkSystemOptions(raw: string): void {
  try {
    parseQueryOptions(raw, { maxLength: Infinity });
  } catch (error) {
    if (isODataSyntaxError(error)) throw badRequest(error.message);
    throw error;
  }
}

function bare(name: string): string {
  return name.replace(/^[$@]/, '').replaceAll(/[_-]/g, '').toLowerCase();
}
