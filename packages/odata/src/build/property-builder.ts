import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';
import type { FunctionName } from '../nodes/functions.ts';
import { call, comparison, property } from '../nodes/make.ts';
import type { Comparison, ComparisonOperator, Property } from '../nodes/nodes.ts';
import { requirePropertyName } from '../nodes/property-name.ts';
import { printLiteral } from '../print/print-filter.ts';
import type { AnyProperty } from './filter-properties.ts';
import { createFilter, type Filter, join } from './filter.ts';
import { literalOf, stringOf, type Value } from './literal-of.ts';

/** Has every method of every type of property. `FilterProperties` exposes those that the property's type allows. */
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
