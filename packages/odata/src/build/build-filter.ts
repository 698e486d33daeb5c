import type { Limits } from '../nodes/limits.ts';
import { runInScope } from './callback-scope.ts';
import type { FilterProperties } from './filter-properties.ts';
import { isFilter, type Filter, registerOrCheck } from './filter.ts';
import { notAFilter } from './not-a-filter.ts';
import { PropertyBuilder } from './property-builder.ts';

/** Has a builder for every name. Only the types check which properties a record has. */
const properties: unknown = new Proxy(Object.freeze({}), {
  get(_target, name) {
    if (name === 'field') return (untyped: string) => new PropertyBuilder(untyped);
    return new PropertyBuilder(name as string);
  },
});

/**
 * Builds a filter from a record's properties. Each property has the methods of its type.
 *
 * It is an error if the function creates a condition that is not part of the result, because JavaScript's `a && b`
 * drops `a`. The limits are those of `parseFilter`, so that every filter that can be built can also be parsed.
 *
 * @throws {ConfigError} for a condition that is not part of the result, a value that has no literal (NaN, an infinite
 * number, an invalid date), a wrong property name, or a filter that exceeds the limits.
 * @example
 * ```ts
 * import { filter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * const since = new Date('2024-01-01');
 * filter<HistoryRecordProperties>((h) => h.runstartdate.gt(since).and(h.details.contains("O'Neil"))).toString();
 * // "runstartdate gt 2024-01-01T00:00:00.000Z and contains(details,'O''Neil')"
 * ```
 */
export function filter<Properties>(
  build: (properties: FilterProperties<Properties>) => Filter<Properties>,
  limits?: Limits,
): Filter<Properties> {
  const built = runInScope(() => {
    const result: unknown = typeof build === 'function' ? build(properties as FilterProperties<Properties>) : build;
    if (isFilter(result)) return result;
    throw notAFilter(result, 'must be or return a Filter', 'write (h) => h.name.eq(value)');
  }) as Filter;
  return registerOrCheck(built, limits);
}

/** A filter, or the function that builds one. */
export type FilterInput<Properties> =
  | Filter<Properties>
  | ((properties: FilterProperties<Properties>) => Filter<Properties>);

/**
 * The filter that a `filter` option contains or builds.
 *
 * @throws {ConfigError} when it is neither a filter nor a function, for example a plain string.
 * @example
 * ```ts
 * import { toFilter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * toFilter<HistoryRecordProperties>((h) => h.instanceid.eq('7')).toString(); // "instanceid eq '7'"
 * ```
 */
export function toFilter<Properties>(input: FilterInput<Properties>, limits?: Limits): Filter<Properties> {
  return isFilter(input)
    ? (input as Filter<Properties>)
    : filter(input as (properties: FilterProperties<Properties>) => Filter<Properties>, limits);
}
