/**
 * The nodes of a `$filter`, section 4.1 and nothing more. All are frozen plain data.
 *
 * `NodeTable` is the one list of them: the printer, the parser and the SQL compiler of the sandbox are typed by it, so that a node
 * added here does not compile until each of them knows it.
 */

/** Comparison operators, as the filter spells them. */
export const comparisonOperators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
/** Functions of a property and a string, as the filter spells them. */
export const functionNames = ['startswith', 'endswith', 'contains'] as const;

/** One of {@link comparisonOperators}. */
export type ComparisonOperator = (typeof comparisonOperators)[number];
/** One of {@link functionNames}. */
export type FunctionName = (typeof functionNames)[number];

/** A property of the record, by its wire name. */
export interface Property {
  readonly kind: 'property';
  readonly name: string;
}

/** A value by its type, as the filter writes it: properties have no types here. */
export type Literal =
  | StringLiteral
  | IntegerLiteral
  | DecimalLiteral
  | BooleanLiteral
  | NullLiteral
  | DateLiteral
  | DateTimeOffsetLiteral
  | GuidLiteral;

/** Text, its quotes not doubled. */
export interface StringLiteral {
  readonly kind: 'literal';
  readonly type: 'string';
  readonly value: string;
}
/** A whole number of any size, exact. */
export interface IntegerLiteral {
  readonly kind: 'literal';
  readonly type: 'integer';
  readonly value: bigint;
}
/** A decimal number, exact: optional `-`, digits, a point, at least one digit; no exponent, no needless zeros (`-1.234567e3` is `'-1234.567'`, `4.00` is `'4.0'`). */
export interface DecimalLiteral {
  readonly kind: 'literal';
  readonly type: 'decimal';
  readonly value: string;
}
/** `true` or `false`; the one literal that is a condition too. */
export interface BooleanLiteral {
  readonly kind: 'literal';
  readonly type: 'boolean';
  readonly value: boolean;
}
/** No value. */
export interface NullLiteral {
  readonly kind: 'literal';
  readonly type: 'null';
  readonly value: null;
}
/** A day of the calendar, `yyyy-MM-dd`. */
export interface DateLiteral {
  readonly kind: 'literal';
  readonly type: 'date';
  readonly value: string;
}
/** An instant as it was written, `T` and `Z` in upper case: `2012-09-03T13:52Z`, `2012-09-03T14:53:00.5+02:00`. `Date.parse` reads every one. */
export interface DateTimeOffsetLiteral {
  readonly kind: 'literal';
  readonly type: 'dateTimeOffset';
  readonly value: string;
}
/** A GUID in lower case. */
export interface GuidLiteral {
  readonly kind: 'literal';
  readonly type: 'guid';
  readonly value: string;
}

/** `<property> <operator> <value>`; the left side may be a literal (`true eq false`), the right side always is one. */
export interface Comparison {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Property | Literal;
  readonly right: Literal;
}
/** `startswith(property, 'value')` and its kin. */
export interface FunctionCall {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly property: Property;
  readonly value: StringLiteral;
}
/** `not (operand)`. */
export interface Not {
  readonly kind: 'not';
  readonly operand: Expression;
}
/** Two or more operands, none of them an `and` itself. */
export interface And {
  readonly kind: 'and';
  readonly operands: readonly Expression[];
}
/** Two or more operands, none of them an `or` itself. */
export interface Or {
  readonly kind: 'or';
  readonly operands: readonly Expression[];
}

/** Every kind of node, by its `kind`. */
export interface NodeTable {
  property: Property;
  literal: Literal;
  comparison: Comparison;
  call: FunctionCall;
  not: Not;
  and: And;
  or: Or;
}
/** The `kind` of a node. */
export type NodeKind = keyof NodeTable;
/** Any node. */
export type Node = NodeTable[NodeKind];
/** A node that is true or false of a record: what a whole `$filter` is. */
export type Expression = Comparison | FunctionCall | Not | And | Or | BooleanLiteral;

/**
 * One function a kind of node: what a printer, a compiler or an evaluator is.
 *
 * @example
 * const kinds: Partial<NodeHandlers<string>> = { property: (node) => node.name, not: () => "not" };
 */
export type NodeHandlers<Result> = { readonly [Kind in NodeKind]: (node: NodeTable[Kind]) => Result };

/**
 * Calls the handler of the node's kind.
 *
 * @example
 * const visit = (node: Node, handlers: NodeHandlers<string>): string => handle(node, handlers);
 */
export function handle<Result>(node: Node, handlers: NodeHandlers<Result>): Result {
  return (handlers[node.kind] as (node: Node) => Result)(node);
}
