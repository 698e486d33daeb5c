import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';
import type { FilterProperties } from './filter-properties.ts';
import { isFilter, type Filter } from './filter.ts';
import { PropertyBuilder } from './property-builder.ts';

/** Has a builder for every name. Which properties a record has is checked by the types alone. */
const properties: unknown = new Proxy(Object.freeze({}), {
  get(_target, name) {
    if (name === 'property') return (untyped: string) => new PropertyBuilder(untyped);
    return new PropertyBuilder(name as string);
  },
});

/**
 * Builds a filter from a record's properties. Each property has the methods of its type.
 *
 * @throws {ConfigError} for a value that has no literal (NaN, an infinite number, an invalid date) or a wrong property
 * name.
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
export function filter<Properties>(build: (properties: FilterProperties<Properties>) => Filter): Filter {
  const built: unknown = build(properties as FilterProperties<Properties>);
  if (isFilter(built)) return built;
  throw new ConfigError('filter', `must return a Filter, such as h.name.eq(value), found ${describeType(built)}`);
}

/** A filter, or the function that builds one. */
export type FilterInput<Properties> = Filter | ((properties: FilterProperties<Properties>) => Filter);

/**
 * The filter that a `filter` option holds or builds.
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
export function toFilter<Properties>(input: FilterInput<Properties>): Filter {
  if (typeof input === 'function') return filter(input);
  if (isFilter(input)) return input;
  throw new ConfigError(
    'filter',
    `must be a function or a Filter (made by filter(), odata\`…\` or rawFilter()), found ${describeType(input)}`,
  );
}
