import type {
  And,
  BooleanLiteral,
  Comparison,
  ComparisonOperator,
  DateLiteral,
  DateTimeOffsetLiteral,
  DecimalLiteral,
  Expression,
  FunctionCall,
  FunctionName,
  GuidLiteral,
  IntegerLiteral,
  Literal,
  Not,
  NullLiteral,
  Or,
  Property,
  StringLiteral,
} from './nodes.ts';

/**
 * Creates frozen nodes. Nodes are created only here. The functions do not check their arguments, because the callers
 * have done so.
 */

export function property(name: string): Property {
  return Object.freeze({ kind: 'property', name });
}
export function literal(type: Literal['type'], value: Literal['value']): Literal {
  return Object.freeze({ kind: 'literal', type, value } as Literal);
}
export function string(value: string): StringLiteral {
  return literal('string', value) as StringLiteral;
}
export function integer(value: bigint): IntegerLiteral {
  return literal('integer', value) as IntegerLiteral;
}
export function decimal(value: string): DecimalLiteral {
  return literal('decimal', value) as DecimalLiteral;
}
export function date(value: string): DateLiteral {
  return literal('date', value) as DateLiteral;
}
export function dateTimeOffset(value: string): DateTimeOffsetLiteral {
  return literal('dateTimeOffset', value) as DateTimeOffsetLiteral;
}
export function guid(value: string): GuidLiteral {
  return literal('guid', value) as GuidLiteral;
}

export const trueLiteral = /* @__PURE__ */ literal('boolean', true) as BooleanLiteral;
export const falseLiteral = /* @__PURE__ */ literal('boolean', false) as BooleanLiteral;
export const nullLiteral = /* @__PURE__ */ literal('null', null) as NullLiteral;

export function comparison(left: Property | BooleanLiteral, operator: ComparisonOperator, right: Literal): Comparison {
  return Object.freeze({ kind: 'comparison', operator, left, right });
}
export function call(name: FunctionName, property: Property, value: StringLiteral): FunctionCall {
  return Object.freeze({ kind: 'call', name, property, value });
}
export function not(operand: Expression): Not {
  return Object.freeze({ kind: 'not', operand });
}

/**
 * `and` and `or` are associative: an operand of the same kind is replaced by its operands. The array becomes part of
 * the node.
 */
/** An `and` or an `or`. An operand of the same kind is replaced by its own operands. */
export function junction(kind: 'and' | 'or', operands: Expression[]): And | Or {
  const isNested = operands.some((operand) => operand.kind === kind);
  const flat = isNested
    ? operands.flatMap((operand) => (operand.kind === kind ? operand.operands : [operand]))
    : operands;
  return Object.freeze({ kind, operands: Object.freeze(flat) });
}
export function and(operands: Expression[]): And {
  return junction('and', operands) as And;
}
export function or(operands: Expression[]): Or {
  return junction('or', operands) as Or;
}
