import { isODataSyntaxError, parseQueryOptions } from '@syncline/odata';
import type { Query } from '../http/query-string.ts';
import { badRequest } from '../http/service-error.ts';

/** The query parameters that an operation accepts. */
export interface QueryRules {
  /** Whether the query has the system query options of OData. */
  readonly isOData: boolean;
  /** Every parameter of the operation, and the API key if it is accepted in the query. */
  readonly known: readonly string[];
  /** The fields of the body. Some are secrets, which must not be in a URL. */
  readonly bodyFields: readonly string[];
  /** Whether an unknown parameter is refused. Otherwise it is ignored, as real services do. */
  readonly strict: boolean;
}

/**
 * Checks the names of a query string and returns those that are ignored. A parameter is never ignored if it begins with
 * `$` or `@`, or if its name is a misspelled known one: ignoring `Filter=…` would return every row.
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

/** The client's parser is the only place that defines the system query options. */
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
