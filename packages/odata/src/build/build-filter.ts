import { ConfigError } from '../errors/config-error.ts';
import type { FilterProperties } from './filter-properties.ts';
import { isFilter, type Filter } from './filter.ts';
import { PropertyBuilder } from './property-builder.ts';

/** Knows no record: whatever is asked of it is a property. What exists is the type's business. */
const properties: unknown = new Proxy(Object.freeze({}), {
  get(_target, name) {
    if (name === 'property') return (untyped: string) => new PropertyBuilder(untyped);
    return new PropertyBuilder(name as string);
  },
});

/**
 * Makes a filter of a record's properties, each with the verbs of its type.
 *
 * @throws {ConfigError} for a value that cannot be written (NaN, an infinite number, an invalid date) or a name that is no property name.
 * @example
 * filter<HistoryRecordProperties>((h) => h.runstartdate.gt(new Date('2024-01-01')).and(h.details.contains("O'Neil"))).toString();
 * // "runstartdate gt 2024-01-01T00:00:00.000Z and contains(details,'O''Neil')"
 */
export function filter<Properties>(build: (properties: FilterProperties<Properties>) => Filter): Filter {
  const built: unknown = build(properties as FilterProperties<Properties>);
  if (!isFilter(built))
    throw new ConfigError('filter', 'expected the function to return a Filter, such as h.name.eq(value)');
  return built;
}

/** A filter, or the function that makes one. */
export type FilterInput<Properties> = Filter | ((properties: FilterProperties<Properties>) => Filter);

/**
 * The filter that a `filter` option stands for.
 *
 * @throws {ConfigError} when it is neither, a plain text for one.
 * @example
 * toFilter<HistoryRecordProperties>((h) => h.instanceid.eq('7')).toString(); // "instanceid eq '7'"
 */
export function toFilter<Properties>(input: FilterInput<Properties>): Filter {
  if (typeof input === 'function') return filter(input);
  if (isFilter(input)) return input;
  throw new ConfigError('filter', 'expected a Filter or a function; write a text as odata`…` or rawFilter(text)');
}
