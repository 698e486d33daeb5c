import type { FunctionName } from '../nodes/functions.ts';
import { call, comparison, property } from '../nodes/make.ts';
import type { ComparisonOperator, Property } from '../nodes/nodes.ts';
import { requirePropertyName } from '../nodes/property-name.ts';
import type { AnyProperty } from './filter-properties.ts';
import { createFilter, type Filter } from './filter.ts';
import { literalOf, stringOf, type Value } from './literal-of.ts';

/** Has every method of every type of property. `FilterProperties` shows those that the property's type allows. */
export class PropertyBuilder implements AnyProperty {
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
    return createFilter(comparison(this.#property, operator, literalOf(value, this.#property.name)));
  }

  #call(name: FunctionName, text: string): Filter {
    return createFilter(call(name, this.#property, stringOf(text, this.#property.name)));
  }
}
