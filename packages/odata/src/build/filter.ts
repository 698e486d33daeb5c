import type { Expression } from '../nodes/nodes.ts';
import { and, not, or } from '../nodes/make.ts';
import { printFilter } from '../print/print-filter.ts';
import { ConfigError } from '../errors/config-error.ts';

const brand: unique symbol = Symbol.for('syncline.filter');

/**
 * A `$filter` whose every value is a literal. Only `filter`, the template `odata` and `rawFilter` make one, so that a text that was put
 * together by hand cannot pass for it. Frozen: each verb answers a new filter.
 */
export interface Filter {
  readonly [brand]: true;
  /** What the filter says, as frozen nodes. */
  readonly expression: Expression;
  /** True where this filter and all the `others` are. */
  and(this: Filter, ...others: readonly Filter[]): Filter;
  /** True where this filter or one of the `others` is. */
  or(this: Filter, ...others: readonly Filter[]): Filter;
  /** True where this filter is false. */
  not(this: Filter): Filter;
  /** The filter's text, as `printFilter` gives it. */
  toString(): string;
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
}

/** Makes a filter of nodes that are known to be sound. */
export function createFilter(expression: Expression): Filter {
  return new ODataFilter(expression);
}

/**
 * Whether `value` is a {@link Filter}, from whichever copy of this package.
 *
 * @example
 * isFilter("status eq 'done'"); // false
 */
export function isFilter(value: unknown): value is Filter {
  return typeof value === 'object' && value !== null && brand in value;
}

function expressions(first: Filter, others: readonly Filter[]): Expression[] {
  return [first, ...others].map((other) => {
    if (!isFilter(other))
      throw new ConfigError('filter', 'expected a Filter (made by filter(), odata`…` or rawFilter())');
    return other.expression;
  });
}
