import { ConfigError } from '@syncline/core/errors';
import { describeType } from '../nodes/describe-type.ts';
import { and, not, or } from '../nodes/make.ts';
import type { Expression } from '../nodes/nodes.ts';
import { printFilter } from '../print/print-filter.ts';

const brand: unique symbol = Symbol.for('syncline.filter');

/**
 * A `$filter` in which every value is a literal. Only `filter`, the template `odata` and `rawFilter` make one, so
 * text that was concatenated by hand is never mistaken for a filter. It is frozen: each method returns a new filter.
 */
export interface Filter {
  readonly [brand]: true;
  /** The filter as frozen nodes. */
  readonly expression: Expression;
  /** True if this filter and all the `others` are true. */
  and(this: Filter, ...others: readonly Filter[]): Filter;
  /** True if this filter or one of the `others` is true. */
  or(this: Filter, ...others: readonly Filter[]): Filter;
  /** True if this filter is false. */
  not(this: Filter): Filter;
  /** The filter's text, as `printFilter` returns it. */
  toString(): string;
  /** The filter's text, so that `JSON.stringify` writes it. */
  toJSON(): string;
}

class ODataFilter implements Filter {
  readonly [brand] = true;
  readonly expression: Expression;

  constructor(expression: Expression) {
    this.expression = expression;
    Object.freeze(this);
  }

  and(...others: readonly Filter[]): Filter {
    return others.length === 0 ? this : createFilter(and(expressions(this, others)));
  }

  or(...others: readonly Filter[]): Filter {
    return others.length === 0 ? this : createFilter(or(expressions(this, others)));
  }

  not(): Filter {
    return createFilter(not(this.expression));
  }

  toString(): string {
    return printFilter(this.expression);
  }

  toJSON(): string {
    return this.toString();
  }
}

/** Makes a filter of nodes that are already checked. */
export function createFilter(expression: Expression): Filter {
  return new ODataFilter(expression);
}

/**
 * Whether `value` is a {@link Filter}, from any copy of this package.
 *
 * @example
 * ```ts
 * import { isFilter } from '@syncline/odata';
 *
 * isFilter("status eq 'done'"); // false
 * ```
 */
export function isFilter(value: unknown): value is Filter {
  return typeof value === 'object' && value !== null && brand in value;
}

function expressions(first: Filter, others: readonly Filter[]): Expression[] {
  return [first, ...others].map((other) => {
    if (isFilter(other)) return other.expression;
    throw new ConfigError(
      'filter',
      `must be a Filter (made by filter(), odata\`…\` or rawFilter()), found ${describeType(other)}`,
    );
  });
}
