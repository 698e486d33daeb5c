import { type Limits, defaultLimits } from '../nodes/limits.ts';
import { junction, literal, not } from '../nodes/make.ts';
import type { BooleanLiteral, Expression } from '../nodes/nodes.ts';
import { printExpression } from '../print/print-filter.ts';
import { register, use } from './callback-scope.ts';
import { ConfigError, ownOptions } from '@syncline/core/internal';
import { describeType } from '../nodes/describe-type.ts';

const brand: unique symbol = Symbol.for('syncline.filter');
/** Exists only in the types. */
declare const record: unique symbol;

/**
 * A `$filter` in which every value is a literal. Only `filter`, `allOf`, `anyOf`, the template `odata` and `rawFilter`
 * create one, so manually concatenated text is never mistaken for a filter. It is frozen: each method returns a new
 * filter. `JSON.stringify` prints its text.
 *
 * `Properties` are the properties that a record must have. A filter for history records does not compile where one for
 * connectors is expected. Without `Properties`, it is a filter for any record.
 */
export interface Filter<in Properties = unknown> {
  readonly [brand]: true;
  readonly [record]?: (properties: Properties) => void;
  /** The filter as frozen nodes. */
  readonly expression: Expression;
  /**
   * True if this filter and all the `others` are true. Any of the `others` that is undefined is skipped.
   *
   * @throws {ConfigError} when one of the `others` is not a filter, or the result exceeds the limits.
   */
  and<Other = unknown>(...others: readonly (Filter<Other> | undefined)[]): Filter<Properties & Other>;
  /** True if this filter or one of the `others` is true. Any of the `others` that is undefined is skipped. */
  or<Other = unknown>(...others: readonly (Filter<Other> | undefined)[]): Filter<Properties & Other>;
  /** True if this filter is false. */
  not(): Filter<Properties>;
  /** The filter's text, as `printFilter` returns it. */
  toString(): string;
  /** The filter's text, for `JSON.stringify`. */
  toJSON(): string;
}

class ODataFilter implements Filter {
  declare readonly expression: Expression;
  /** The text, which is created when it is needed: to check the limits of the filter, or to send it. */
  #text: string | undefined;

  constructor(expression: Expression) {
    this.expression = expression;
    Object.freeze(this);
  }

  and(...others: readonly (Filter | undefined)[]): Filter {
    return combine('and', [this, ...others]);
  }

  or(...others: readonly (Filter | undefined)[]): Filter {
    return combine('or', [this, ...others]);
  }

  not(): Filter {
    use(this);
    const { expression } = this;
    return createFilter(expression.kind === 'literal' ? constant(!expression.value) : not(expression));
  }

  get [brand](): true {
    return true;
  }

  toString(): string {
    return (this.#text ??= printExpression(this.expression));
  }

  toJSON(): string {
    return this.toString();
  }
}

/**
 * Creates a filter from nodes whose values are already checked. Inside a callback of `filter`, the limits are checked
 * after the callback has returned.
 */
export function createFilter(expression: Expression, limits?: Limits): Filter {
  return registerOrCheck(new ODataFilter(expression), limits);
}

/**
 * Registers a filter with the running callback, whose end checks the limits. Without a running callback, checks them
 * now.
 */
export function registerOrCheck<Registered extends Filter>(
  created: Registered,
  limits: Limits | undefined,
): Registered {
  if (!register(created)) checkLimits(created, limits);
  return created;
}

/** Combines the parts that are not undefined. */
export function combine(kind: 'and' | 'or', parts: readonly (Filter | undefined)[]): Filter {
  const conditions: Expression[] = [];
  for (const part of parts) {
    if (part === undefined) continue;
    if (!isFilter(part))
      throw notAFilter(part, 'must be a Filter or undefined', 'write allOf(test ? condition : undefined)');
    conditions.push(part.expression);
    use(part);
  }
  return join(kind, conditions);
}

/**
 * Combines conditions. `true` and `false` do not appear in the text, because in section 4.1 a value alone is not a
 * condition.
 */
export function join(kind: 'and' | 'or', conditions: readonly Expression[]): Filter {
  const isOr = kind === 'or';
  const operands: Expression[] = [];
  for (const each of conditions) {
    if (each.kind !== 'literal') operands.push(each);
    // One `true` makes an `or` true, and one `false` makes an `and` false. The other constant has no effect.
    else if (each.value === isOr) return createFilter(each);
  }
  return createFilter(operands.length > 1 ? junction(kind, operands) : (operands[0] ?? constant(!isOr)));
}

function constant(value: boolean): BooleanLiteral {
  return literal('boolean', value) as BooleanLiteral;
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
  return brand in Object(value);
}

/**
 * Checks that the parser accepts the text of a filter with the same limits, and that the percent-encoded text fits into
 * the first line of a request.
 *
 * @throws {ConfigError} when the filter exceeds a limit; the message has all three figures.
 */
function checkLimits(filter: { readonly expression: Expression }, limits: Limits | undefined): void {
  const {
    maxLength = defaultLimits.maxLength,
    maxDepth = defaultLimits.maxDepth,
    maxNodes = defaultLimits.maxNodes,
  } = ownOptions(limits, defaultLimits, 'limits');
  const text = String(filter);
  // A node takes at least one character and a level at least two, and a percent-encoded character is at most nine
  // characters long.
  if (text.length <= Math.min(maxNodes, maxDepth * 2, maxLength / 9)) return;
  let nodes = 0;
  let levels = 0;
  const pending: (readonly [node: Expression, depth: number])[] = [[filter.expression, 0]];
  for (const [node, depth] of pending) {
    nodes += node.kind === 'comparison' ? 3 : 1;
    levels = Math.max(levels, depth);
    // `not (a)` opens two levels, and an `or` inside an `and` is in parentheses.
    if (node.kind === 'not') pending.push([node.operand, depth + 2]);
    else if ('operands' in node)
      for (const operand of node.operands) pending.push([operand, operand.kind === 'or' ? depth + 1 : depth]);
  }
  const { length } = encodeURIComponent(text);
  if (nodes > maxNodes || levels > maxDepth || length > maxLength)
    throw new ConfigError(
      'filter',
      `must have at most ${maxNodes} nodes, ${maxDepth} levels and ${maxLength} percent-encoded characters, ` +
        `found ${nodes}, ${levels} and ${length}; use split, or send several requests`,
    );
}

/**
 * The error for a value that is not a filter.
 *
 * @param rule - the rule that it breaks, such as `must be a Filter`
 * @param fix - what to write instead of a value that is not a text, a function or a list
 */
export function notAFilter(value: unknown, rule: string, fix: string): ConfigError {
  let specific = fix;
  if (typeof value === 'function') specific = 'call it';
  else if (Array.isArray(value)) specific = 'write allOf(...conditions)';
  // An empty text comes from `text && condition`.
  else if (value && typeof value === 'string') specific = 'read a text with rawFilter(text)';
  return new ConfigError('filter', `${rule}, found ${describeType(value)}; ${specific}`);
}
