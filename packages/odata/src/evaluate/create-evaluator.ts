import { ConfigError } from '@syncline/core/errors';
import { type Filter, isFilter, notAFilter } from '../build/filter.ts';
import { describeType } from '../nodes/describe-type.ts';
import type { Expression, FunctionCall } from '../nodes/nodes.ts';
import { compileComparison, type Evaluator } from './compile-comparison.ts';
import { valueOf } from './values.ts';

/**
 * Compiles a filter to a function that returns whether the filter is true for a record. It needs no service, so you can
 * use it for checks in your program, for tests and for alert rules. Compile once, then call it for every record.
 *
 * The comparison is exact. Numbers of any length are compared as decimals: a `bigint`, a `number` (the decimal that
 * JavaScript prints for it), and digits as they were written (`JSON.rawJSON`, or `decimal()` of this package).
 * Date-times are compared as instants with every digit of their fraction; a calendar day means midnight in UTC. Strings
 * are compared by code points and are case-sensitive. The service may compare differently.
 *
 * Null follows OData 4.01, part 2, section 5.1.1. A missing property is null. `eq` and `ne` with null are true or
 * false; `gt`, `ge`, `lt` and `le` are false with one null, and `ge` and `le` are true with two. A function of null is
 * null, and `not`, `and` and `or` have three values. A value with another type than the literal counts as null.
 *
 * @throws {ConfigError} when `filter` is not a filter, for example a text, which `rawFilter` parses.
 * @example
 * ```ts
 * import { createEvaluator, rawFilter } from '@syncline/odata';
 *
 * const isLarge = createEvaluator(rawFilter('records gt 9007199254740992'));
 * isLarge({ records: 9007199254740993n }); // true
 * isLarge({}); // false
 * ```
 */
export function createEvaluator<Properties = unknown>(filter: Filter<Properties> | Expression): Evaluator {
  return compile(expressionOf(filter));
}

function expressionOf(filter: unknown): Expression {
  if (isFilter(filter)) return filter.expression;
  if (typeof (filter as Expression | null | undefined)?.kind === 'string') return filter as Expression;
  throw notAFilter(filter, 'must be a Filter or the nodes of one', 'write filter((h) => h.name.eq(value))');
}

/**
 * Whether a filter is true for one record: true, false, or null if that is unknown. For many records, use {@link
 * createEvaluator}, which also documents how values are compared.
 *
 * @throws {ConfigError} when `filter` is not a filter, or the record is not an object
 * @example
 * ```ts
 * import { evaluate, rawFilter } from '@syncline/odata';
 *
 * evaluate(rawFilter("contains(details,'failed')"), { details: 'Task 7 failed' }); // true
 * evaluate(rawFilter("contains(details,'failed')"), {}); // null
 * ```
 */
export function evaluate<Properties = unknown>(
  filter: Filter<Properties> | Expression,
  record: object,
): boolean | null {
  const isTrue = createEvaluator(filter);
  if (Object(record) !== record)
    throw new ConfigError('record', `must be an object, found ${describeType(record)}; write { status: 'FAILED' }`);
  return isTrue(record);
}

function compile(node: Expression): Evaluator {
  switch (node.kind) {
    case 'literal':
      return () => node.value;
    case 'comparison':
      return compileComparison(node);
    case 'call':
      return compileCall(node);
    case 'not':
      return negated(compile(node.operand));
    case 'and':
      return joined(node.operands.map(compile), false);
    case 'or':
      return joined(node.operands.map(compile), true);
  }
}

function compileCall({ name: called, property: { name }, value: { value: text } }: FunctionCall): Evaluator {
  switch (called) {
    case 'startswith':
      return (record) => {
        const value = valueOf(record, name);
        return typeof value === 'string' ? value.startsWith(text) : null;
      };
    case 'endswith':
      return (record) => {
        const value = valueOf(record, name);
        return typeof value === 'string' ? value.endsWith(text) : null;
      };
    case 'contains':
      return (record) => {
        const value = valueOf(record, name);
        return typeof value === 'string' ? value.includes(text) : null;
      };
  }
}

function negated(operand: Evaluator): Evaluator {
  return (record) => {
    const value = operand(record);
    return value === null ? null : !value;
  };
}

/** `decisive` is the value that decides an `or` (true) or an `and` (false), whatever the other operands are. */
function joined(operands: readonly Evaluator[], decisive: boolean): Evaluator {
  return (record) => {
    let isUnknown = false;
    for (const operand of operands) {
      const value = operand(record);
      if (value === decisive) return decisive;
      if (value === null) isUnknown = true;
    }
    return isUnknown ? null : !decisive;
  };
}
