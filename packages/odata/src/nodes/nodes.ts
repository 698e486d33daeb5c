/**
 * The nodes of a `$filter`: exactly those of section 4.1 of the specification. All are frozen plain data.
 *
 * `NodeTable` is the only list of them. The printer, the parser and the SQL compiler of the sandbox are typed by it, so
 * a new node does not compile until each of them handles it.
 */

/** Comparison operators, as a filter spells them. */
export const comparisonOperators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;

/** One of {@link comparisonOperators}. */
export type ComparisonOperator = (typeof comparisonOperators)[number];

/** A property of the record, by its wire name. */
export interface Property {
  readonly kind: 'property';
  readonly name: string;
}

/** A value. Its type follows from its syntax in the filter, because the nodes do not know the types of properties. */
export type Literal =
  | StringLiteral
  | IntegerLiteral
  | DecimalLiteral
  | BooleanLiteral
  | NullLiteral
  | DateLiteral
  | DateTimeOffsetLiteral
  | GuidLiteral;

/** A string; its quotes are not doubled. */
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
/**
 * A decimal number, exact: an optional `-`, digits, a point, and at least one digit. It has no exponent and no
 * superfluous zeros: `-1.234567e3` is `'-1234.567'`, `4.00` is `'4.0'`.
 */
export interface DecimalLiteral {
  readonly kind: 'literal';
  readonly type: 'decimal';
  readonly value: string;
}
/** `true` or `false`: the only literal that is also a condition. */
export interface BooleanLiteral {
  readonly kind: 'literal';
  readonly type: 'boolean';
  readonly value: boolean;
}
/** `null`. */
export interface NullLiteral {
  readonly kind: 'literal';
  readonly type: 'null';
  readonly value: null;
}
/** A calendar day, `yyyy-MM-dd`. */
export interface DateLiteral {
  readonly kind: 'literal';
  readonly type: 'date';
  readonly value: string;
}
/**
 * An instant as it was written, with `T` and `Z` in upper case: `2012-09-03T13:52Z`, `2012-09-03T14:53:00.5+02:00`.
 * `Date.parse` reads each of them.
 */
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

/**
 * `<property> <operator> <value>` (section 4.1). The grammar of OData also compares two booleans (`true eq false`),
 * which the parser accepts but services need not.
 */
export interface Comparison {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: Property | BooleanLiteral;
  readonly right: Literal;
}
/** A function of a property and a string: `startswith(property, 'value')`. */
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
/** Two or more operands; none of them is an `and`. */
export interface And {
  readonly kind: 'and';
  readonly operands: readonly Expression[];
}
/** Two or more operands; none of them is an `or`. */
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
/** A node that is true or false for a record. It can be a complete `$filter`. */
export type Expression = Comparison | FunctionCall | Not | And | Or | BooleanLiteral;

/**
 * One function per kind of node. A printer, a compiler or an evaluator that is typed by it does not compile until it
 * handles every kind.
 *
 * @example
 * ```ts
 * import type { NodeHandlers } from '@syncline/odata';
 *
 * const some: Partial<NodeHandlers<string>> = { property: (node) => node.name, not: () => 'not' };
 * ```
 */
export type NodeHandlers<Result> = { readonly [Kind in NodeKind]: (node: NodeTable[Kind]) => Result };

/**
 * Calls the handler for the node's kind.
 *
 * @example
 * ```ts
 * import { handle, type Node, type NodeHandlers } from '@syncline/odata';
 *
 * const visit = (node: Node, handlers: NodeHandlers<string>): string => handle(node, handlers);
 * ```
 */
export function handle<Result>(node: Node, handlers: NodeHandlers<Result>): Result {
  return (handlers[node.kind] as (node: Node) => Result)(node);
}

/**
 * The functions of section 4.1. This is the only list of them: an entry is a name, and the type of the literal that
 * the function takes after its property. The nodes, the parser, the error messages and the methods of the filter
 * builder are typed by it or read it, so a new entry does not compile until the builder and every compiler of filters
 * handle it.
 *
 * The comment of an entry becomes the documentation of the builder's method.
 */
export const functions = {
  /** True if the property starts with the text. */
  startswith: 'string',
  /** True if the property ends with the text. */
  endswith: 'string',
  /** True if the property contains the text. */
  contains: 'string',
} as const satisfies Readonly<Record<string, 'string'>>;

/** The name of a function, as a filter spells it. */
export type FunctionName = keyof typeof functions;

/** Every {@link FunctionName}. */
export const functionNames: readonly FunctionName[] = /* @__PURE__ */ Object.keys(functions) as FunctionName[];

/** Ascending or descending. */
export type Direction = 'asc' | 'desc';

/** One condition of a `$orderby`. */
export interface OrderByItem {
  readonly property: string;
  readonly direction: Direction;
}

/**
 * One condition as you write it: `'runstartdate desc'`, or only the property for ascending order. For a property that
 * the record's type does not list, use an {@link OrderByItem}.
 */
export type OrderBy<Properties> =
  | (keyof Properties & string)
  | `${keyof Properties & string} ${Direction}`
  | OrderByItem;
