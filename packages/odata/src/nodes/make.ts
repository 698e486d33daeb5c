import type { And, BooleanLiteral, Comparison, ComparisonOperator, DateLiteral, DateTimeOffsetLiteral, DecimalLiteral, Expression, FunctionCall, FunctionName, GuidLiteral, IntegerLiteral, Literal, Not, NullLiteral, Or, Property, StringLiteral } from './nodes.ts';

/** Makers of frozen nodes: the only place where one is made. They check nothing; who calls them has. */

export const property = (name: string): Property => Object.freeze({ kind: 'property', name });
export const string = (value: string): StringLiteral => Object.freeze({ kind: 'literal', type: 'string', value });
export const integer = (value: bigint): IntegerLiteral => Object.freeze({ kind: 'literal', type: 'integer', value });
export const decimal = (value: string): DecimalLiteral => Object.freeze({ kind: 'literal', type: 'decimal', value });
export const date = (value: string): DateLiteral => Object.freeze({ kind: 'literal', type: 'date', value });
export const dateTimeOffset = (value: string): DateTimeOffsetLiteral => Object.freeze({ kind: 'literal', type: 'dateTimeOffset', value });
export const guid = (value: string): GuidLiteral => Object.freeze({ kind: 'literal', type: 'guid', value });

export const trueLiteral: BooleanLiteral = Object.freeze({ kind: 'literal', type: 'boolean', value: true });
export const falseLiteral: BooleanLiteral = Object.freeze({ kind: 'literal', type: 'boolean', value: false });
export const nullLiteral: NullLiteral = Object.freeze({ kind: 'literal', type: 'null', value: null });

export const comparison = (left: Property | Literal, operator: ComparisonOperator, right: Literal): Comparison =>
  Object.freeze({ kind: 'comparison', operator, left, right });
export const call = (name: FunctionName, property: Property, value: StringLiteral): FunctionCall =>
  Object.freeze({ kind: 'call', name, property, value });
export const not = (operand: Expression): Not => Object.freeze({ kind: 'not', operand });

/** `and` and `or` are associative: an operand of the same kind gives its own operands instead of itself. The array becomes the node's. */
export const and = (operands: Expression[]): And => Object.freeze({ kind: 'and', operands: flatten('and', operands) });
export const or = (operands: Expression[]): Or => Object.freeze({ kind: 'or', operands: flatten('or', operands) });

function flatten(kind: 'and' | 'or', operands: Expression[]): readonly Expression[] {
  for (const operand of operands) {
    if (operand.kind === kind) return Object.freeze(operands.flatMap((one) => (one.kind === kind ? one.operands : [one])));
  }
  return Object.freeze(operands);
}

const one = property('_');
/**
 * One node of every shape, kept alive: an engine drops the hidden class of frozen objects once a collection finds none, and with it the
 * machine code that makes them. Parsing costs twice as much without.
 */
export const shapes: readonly unknown[] = [string(''), integer(0n), comparison(one, 'eq', nullLiteral), call('contains', one, string('')), not(trueLiteral), and([trueLiteral]), or([trueLiteral])];
