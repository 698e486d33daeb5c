import {
  type Filter,
  type FilterProperties,
  type OrderBy,
  printFilter,
  printOrderBy,
  printSelect,
  toFilter,
} from '@syncline/odata';

/** The system query options of a collection, as a caller writes them (specification section 4.1). */
export interface QueryOptions<Properties, Selected extends string> {
  /** Which records: a filter, or a function that builds one */
  readonly filter?: Filter | ((properties: FilterProperties<Properties>) => Filter) | undefined;
  /** Which fields; all where absent */
  readonly select?: readonly Selected[] | undefined;
  /** In which order; earlier ones take precedence */
  readonly orderBy?: OrderBy<Properties> | readonly OrderBy<Properties>[] | undefined;
}

/** The same as texts, before percent-encoding. */
export function toQuery<Properties>(options: QueryOptions<Properties, string> | undefined) {
  const query: { $filter?: string; $select?: string; $orderby?: string } = {};
  if (options?.filter !== undefined) query.$filter = printFilter(toFilter(options.filter));
  if (options?.select !== undefined) query.$select = printSelect(options.select);
  if (options?.orderBy !== undefined) query.$orderby = printOrderBy(options.orderBy);
  return query;
}
