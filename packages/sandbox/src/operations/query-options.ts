import { isODataSyntaxError, parseFilter, parseOrderBy, parseSelect } from '@syncline/odata';
import { badRequest } from '../http/service-error.ts';
import { memoize } from '../store/memoize.ts';
import { QueryError } from '../store/query-error.ts';
import type { CollectionQuery } from '../store/select-query.ts';

/** The query parameters that hold the three options. Undefined for an option that an operation does not have. */
export interface OptionNames {
  readonly filter?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly select?: string | undefined;
}

/** Memoized because clients select the same properties again and again. */
const selectedNames = memoize((select) => parseSelect(select), 100);

/**
 * Parses the query options (section 4.1).
 *
 * @throws ServiceError (400) with the position of the mistake
 */
export function readQueryOptions(query: ReadonlyMap<string, string>, names: OptionNames): CollectionQuery {
  return asBadRequest(() => {
    const text = (name: string | undefined): string | undefined => (name === undefined ? undefined : query.get(name));
    const [filter, orderBy, select] = [text(names.filter), text(names.orderBy), text(names.select)];
    return {
      filter: filter === undefined ? undefined : parseFilter(filter),
      orderBy: orderBy === undefined ? undefined : parseOrderBy(orderBy),
      select: select === undefined ? undefined : selectedNames(select),
    };
  });
}

/** Runs `work` and turns a syntax error or a query that does not fit the records into a 400. */
export function asBadRequest<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isODataSyntaxError(error) || error instanceof QueryError) throw badRequest(error.message);
    throw error;
  }
}
