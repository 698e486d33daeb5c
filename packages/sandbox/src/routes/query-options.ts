import { isODataSyntaxError, parseFilter, parseOrderBy, parseSelect } from '@syncline/odata';
import { badRequest } from '../http/refusal.ts';
import type { CollectionQuery } from '../store/select-query.ts';
import { QueryError } from '../store/query-error.ts';
import { remembered } from '../store/remembered.ts';

/** Names under which the three options travel; undefined where an operation does not have one. */
export interface OptionNames {
  readonly filter?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly select?: string | undefined;
}

/** Clients ask for the same fields again and again. */
const namesOf = remembered((select) => parseSelect(select), 100);

/**
 * Parses the query options of section 4.1.
 *
 * @throws Refusal (400) with the place of the mistake
 */
export function readQueryOptions(query: ReadonlyMap<string, string>, names: OptionNames): CollectionQuery {
  return asRefusal(() => {
    const text = (name: string | undefined): string | undefined => (name === undefined ? undefined : query.get(name));
    const [filter, orderBy, select] = [text(names.filter), text(names.orderBy), text(names.select)];
    return {
      filter: filter === undefined ? undefined : parseFilter(filter),
      orderBy: orderBy === undefined ? undefined : parseOrderBy(orderBy),
      select: select === undefined ? undefined : namesOf(select),
    };
  });
}

/** Runs `work`, turning what the query's text or meaning lacks into a 400. */
export function asRefusal<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isODataSyntaxError(error) || error instanceof QueryError) throw badRequest(error.message);
    throw error;
  }
}
