import type { Comparison, Expression, FunctionCall, Literal, Property } from '@syncline/odata';
import type { Collection, Column } from './collection.ts';
import type { SqlValue } from './database.ts';
import type { ValueType } from './property-types.ts';
import { QueryError, unknownProperty } from './query-error.ts';
import { timestampKey } from '../data/timestamp-key.ts';

/** A condition with its bound parameters. No text of the caller becomes part of the SQL. */
export interface Condition {
  readonly sql: string;
  readonly parameters: SqlValue[];
}

/**
 * Compiles a filter to SQL with OData's null logic: `eq` and `ne` are two-valued, `gt`, `ge`, `lt` and `le` with null
 * are false, and a function of null is null.
 *
 * @throws QueryError for an unknown property or a comparison of different types
 */
export function compileFilter(expression: Expression, collection: Collection): Condition {
  const parameters: SqlValue[] = [];
  const bind = (value: SqlValue): string => {
    parameters.push(value);
    return '?';
  };

  /**
   * Inside a `not`, SQL's unknown must become OData's false. Elsewhere WHERE treats both alike, and an index stays
   * usable.
   */
  const compile = (node: Expression, negated: boolean): string => {
    switch (node.kind) {
      case 'literal':
        return node.value ? '1' : '0';
      case 'comparison':
        return comparison(node, negated);
      case 'call':
        return call(node);
      case 'not':
        return `NOT ${compile(node.operand, true)}`;
      case 'and':
      case 'or':
        return balanced(
          node.operands.map((operand) => compile(operand, negated)),
          node.kind === 'and' ? ' AND ' : ' OR ',
        );
    }
  };

  const comparison = (node: Comparison, negated: boolean): string => {
    const type = literalType(node.right);
    if (node.left.kind === 'literal') return constant(node.left, node.operator, node.right);
    const column = columnOf(node.left);
    if (type === 'null') return nullComparison(column, node.operator);
    const left = typed(column, node.left.name, type);
    if (node.operator === 'eq') return `(${left} IS ${bind(valueOf(node.right))})`;
    if (node.operator === 'ne') return `(${left} IS NOT ${bind(valueOf(node.right))})`;
    const text = `${left} ${order[node.operator]} ${bind(valueOf(node.right))}`;
    if (column.emptyIsNull) return `(${text} AND ${left} > '')`;
    return negated ? `ifnull(${text}, 0)` : `(${text})`;
  };

  const constant = (left: Literal, operator: Comparison['operator'], right: Literal): string => {
    const [a, b] = [literalType(left), literalType(right)];
    if (a !== b && a !== 'null' && b !== 'null') throw new QueryError(`A ${a} cannot be compared with a ${b}.`);
    const sql = operator === 'eq' ? 'IS' : operator === 'ne' ? 'IS NOT' : order[operator];
    const orEqual = operator === 'ge' || operator === 'le' ? a === 'null' && b === 'null' : false;
    return orEqual ? '1' : `ifnull(${bind(valueOf(left))} ${sql} ${bind(valueOf(right))}, 0)`;
  };

  const call = (node: FunctionCall): string => {
    const column = columnOf(node.property);
    const left = typed(column, node.property.name, 'string');
    return functions[node.name](left, node.value.value, bind);
  };

  const columnOf = (property: Property): Column => {
    const column = collection.column(property.name);
    if (column === undefined) throw unknownProperty(property.name, collection);
    return column;
  };

  return { sql: compile(expression, false), parameters };
}

/** The SQL of each function. A function of the filter grammar without an entry does not compile. */
const functions: Readonly<
  Record<FunctionCall['name'], (column: string, value: string, bind: (value: SqlValue) => string) => string>
> = {
  contains: (column, value, bind) => `(instr(${column}, ${bind(value)}) > 0)`,
  startswith: (column, value, bind) => `(instr(${column}, ${bind(value)}) = 1)`,
  endswith: (column, value, bind) =>
    // In SQLite, substr(x, -0) is the whole string. Every string ends with the empty one.
    value === ''
      ? `(instr(${column}, ${bind(value)}) > 0)`
      : `(substr(${column}, -${[...value].length}) = ${bind(value)})`,
};

const order: Readonly<Record<Exclude<Comparison['operator'], 'eq' | 'ne'>, string>> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

/** In OData 4.01, `ge` and `le` are true where `eq` is. */
function nullComparison(column: Column, operator: Comparison['operator']): string {
  if (operator === 'gt' || operator === 'lt') return '0';
  const not = operator === 'ne' ? ' NOT' : '';
  return column.emptyIsNull ? `(${column.sql} IS${not} '')` : `(${column.sql} IS${not} NULL)`;
}

/** If a property has values of several types, those of another type than the literal's count as null. */
function typed(column: Column, name: string, type: ValueType | 'guid'): string {
  if (column.types.length === 0) return column.sql;
  if (!column.types.includes(type as ValueType)) {
    throw new QueryError(`Property '${name}' is a ${column.types.join(' or ')}; it cannot be used as a ${type}.`);
  }
  if (column.types.length === 1 || column.path === undefined) return column.sql;
  return `(CASE WHEN json_type(json, ${column.path}) IN (${jsonTypes[type as keyof typeof jsonTypes]}) THEN json ->> ${column.path} END)`;
}

const jsonTypes = {
  string: "'text'",
  number: "'integer', 'real'",
  boolean: "'true', 'false'",
  dateTimeOffset: "'text'",
} as const;

function literalType(literal: Literal): ValueType | 'null' | 'guid' {
  switch (literal.type) {
    case 'integer':
    case 'decimal':
      return 'number';
    case 'date':
    case 'dateTimeOffset':
      return 'dateTimeOffset';
    case 'string':
    case 'boolean':
    case 'null':
    case 'guid':
      return literal.type;
  }
}

function valueOf(literal: Literal): SqlValue {
  switch (literal.type) {
    case 'integer':
      return BigInt.asIntN(64, literal.value) === literal.value ? literal.value : Number(literal.value);
    case 'decimal':
      return Number(literal.value);
    case 'boolean':
      return literal.value ? 1 : 0;
    case 'date':
    case 'dateTimeOffset':
      return instant(literal.value);
    case 'string':
    case 'null':
    case 'guid':
      return literal.value;
  }
}

function instant(text: string): string {
  const key = timestampKey(text);
  if (key === undefined) throw new QueryError(`${text} is not a timestamp that this service can compare.`);
  return key;
}

/** Joins the parts as a balanced tree: SQLite limits the depth of an expression, and a chain of n parts is n deep. */
function balanced(parts: readonly string[], joint: string): string {
  if (parts.length <= 2) return `(${parts.join(joint)})`;
  const middle = parts.length >> 1;
  return `(${balanced(parts.slice(0, middle), joint)}${joint}${balanced(parts.slice(middle), joint)})`;
}
