import type { And, BooleanLiteral, Comparison, ComparisonOperator, DateLiteral, DateTimeOffsetLiteral, DecimalLiteral, Expression, FunctionCall, FunctionName, GuidLiteral, IntegerLiteral, Literal, Not, NullLiteral, Or, Property, StringLiteral } from './nodes.ts';

/** Makers of frozen nodes: the only place where one is made. They check nothing; who calls them has. */

export const property = (name: string): Property => Object.freeze({ kind: 'property', name });
export const literal = (type: Literal['type'], value: Literal['value']): Literal => Object.freeze({ kind: 'literal', type, value } as Literal);
export const string = (value: string): StringLiteral => literal('string', value) as StringLiteral;
export const integer = (value: bigint): IntegerLiteral => literal('integer', value) as IntegerLiteral;
export const decimal = (value: string): DecimalLiteral => literal('decimal', value) as DecimalLiteral;
export const date = (value: string): DateLiteral => literal('date', value) as DateLiteral;
export const dateTimeOffset = (value: string): DateTimeOffsetLiteral => literal('dateTimeOffset', value) as DateTimeOffsetLiteral;
export const guid = (value: string): GuidLiteral => literal('guid', value) as GuidLiteral;

export const trueLiteral = /* @__PURE__ */ literal('boolean', true) as BooleanLiteral;
export const falseLiteral = /* @__PURE__ */ literal('boolean', false) as BooleanLiteral;
export const nullLiteral = /* @__PURE__ */ literal('null', null) as NullLiteral;

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
