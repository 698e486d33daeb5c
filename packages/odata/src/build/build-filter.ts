import type { Limits } from '../nodes/limits.ts';
import { runInScope } from './callback-scope.ts';
import type { AnyProperty, FilterProperties } from './filter-properties.ts';
import { type Filter, combine, createFilter, isFilter, join, notAFilter, registerOrCheck } from './filter.ts';
import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';
import type { Comparison, ComparisonOperator, FunctionName, Property } from '../nodes/nodes.ts';
import { call, comparison, property } from '../nodes/make.ts';
import { requirePropertyName } from '../nodes/property-name.ts';
import { printLiteral } from '../print/print-filter.ts';
import { type Value, literalOf, stringOf } from './literal-of.ts';

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

/** Has every method of every type of property. `FilterProperties` exposes those that the property's type allows. */
class PropertyBuilder implements AnyProperty {
  readonly #property: Property;

  constructor(name: string) {
    requirePropertyName('filter', name);
    this.#property = property(name);
  }

  eq(value: Value): Filter {
    return this.#compare('eq', value);
  }
  ne(value: Value): Filter {
    return this.#compare('ne', value);
  }
  gt(value: Value): Filter {
    return this.#compare('gt', value);
  }
  ge(value: Value): Filter {
    return this.#compare('ge', value);
  }
  lt(value: Value): Filter {
    return this.#compare('lt', value);
  }
  le(value: Value): Filter {
    return this.#compare('le', value);
  }
  in(values: readonly Value[]): Filter {
    if (!Array.isArray(values))
      throw new ConfigError(
        this.#property.name,
        `must have a list in in(), found ${describeType(values)}; write in([value])`,
      );
    const conditions = (values as readonly Value[]).map((value) => this.#comparison('eq', value));
    return join('or', [...new Map(conditions.map((each) => [printLiteral(each.right), each])).values()]);
  }
  startswith(text: string): Filter {
    return this.#call('startswith', text);
  }
  endswith(text: string): Filter {
    return this.#call('endswith', text);
  }
  contains(text: string): Filter {
    return this.#call('contains', text);
  }

  #compare(operator: ComparisonOperator, value: Value): Filter {
    return createFilter(this.#comparison(operator, value));
  }

  #comparison(operator: ComparisonOperator, value: Value): Comparison {
    return comparison(this.#property, operator, literalOf(value, this.#property.name));
  }

  #call(name: FunctionName, text: string): Filter {
    return createFilter(call(name, this.#property, stringOf(text, this.#property.name)));
  }
}

/**
 * True if all conditions are true. A condition that is undefined is skipped, for conditions that depend on your input.
 * Without any condition it is true for every record: a client then sends no `$filter`.
 *
 * @throws {ConfigError} when a condition is not a filter, or the result exceeds the limits.
 * @example
 * ```ts
 * import { allOf, filter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * const search = (details?: string, since?: Date) =>
 *   filter<HistoryRecordProperties>((h) =>
 *     allOf(details === undefined ? undefined : h.details.contains(details), since && h.runstartdate.gt(since)),
 *   );
 * search('Failed').toString(); // "contains(details,'Failed')"
 * ```
 */
export function allOf<Properties = unknown>(
  ...conditions: readonly (Filter<Properties> | undefined)[]
): Filter<Properties> {
  return combine('and', conditions as readonly (Filter | undefined)[]);
}

/**
 * True if one of the conditions is true. A condition that is undefined is skipped. Without any condition it is true for
 * no record: a client then sends no request.
 *
 * @throws {ConfigError} when a condition is not a filter, or the result exceeds the limits.
 * @example
 * ```ts
 * import { anyOf, filter } from '@syncline/odata';
 * import type { HistoryRecordProperties } from '@syncline/openapi';
 *
 * const words = ['Failed', 'Cancelled'];
 * filter<HistoryRecordProperties>((h) => anyOf(...words.map((word) => h.details.contains(word)))).toString();
 * // "contains(details,'Failed') or contains(details,'Cancelled')"
 * ```
 */
export function anyOf<Properties = unknown>(
  ...conditions: readonly (Filter<Properties> | undefined)[]
): Filter<Properties> {
  return combine('or', conditions as readonly (Filter | undefined)[]);
}
