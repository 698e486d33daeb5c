import type { Comparison, Expression, FunctionCall, Literal, Property } from '@syncline/odata';
import type { Collection, Column } from './collection.ts';
import type { SqlValue } from './database.ts';
import type { ValueType } from './property-types.ts';
import { QueryError } from './query-error.ts';
import { timestampKey } from './timestamp-key.ts';

/** A condition with its bound parameters: no text of the caller is ever part of the SQL. */
export interface Condition {
  readonly sql: string;
  readonly parameters: SqlValue[];
}

/**
 * Compiles a filter to SQL with OData's null logic: `eq` and `ne` are two-valued, an order comparison with null is false, a function of null is null.
 *
 * @throws QueryError for an unknown property or a comparison of different types
 */
export function compileFilter(expression: Expression, collection: Collection): Condition {
  const parameters: SqlValue[] = [];
  const bind = (value: SqlValue): string => {
    parameters.push(value);
    return '?';
  };

  /** Below a `not`, SQL's unknown must already be OData's false; elsewhere WHERE treats both alike and an index stays usable. */
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
    const value = node.value.value;
    if (node.name === 'startswith') return `(instr(${left}, ${bind(value)}) = 1)`;
    if (node.name === 'contains' || value === '') return `(instr(${left}, ${bind(value)}) > 0)`;
    return `(substr(${left}, -${[...value].length}) = ${bind(value)})`;
  };

  const columnOf = (property: Property): Column => {
    const column = collection.column(property.name);
    if (column === undefined) throw unknownProperty(property.name, collection);
    return column;
  };

  return { sql: compile(expression, false), parameters };
}

export function unknownProperty(name: string, collection: Collection): QueryError {
  const known = collection.names();
  const some = known.length > 12 ? `${known.slice(0, 12).join(', ')}, …` : known.join(', ');
  return new QueryError(`There is no property '${name}' here. Known: ${some}.`);
}

const order: Readonly<Record<'gt' | 'ge' | 'lt' | 'le', string>> & Readonly<Record<string, string>> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

/** By OData 4.01, `ge` and `le` hold where `eq` does. */
function nullComparison(column: Column, operator: Comparison['operator']): string {
  if (operator === 'gt' || operator === 'lt') return '0';
  const not = operator === 'ne' ? ' NOT' : '';
  return column.emptyIsNull ? `(${column.sql} IS${not} '')` : `(${column.sql} IS${not} NULL)`;
}

/** Values of another type than the literal's count as null, where a property has several. */
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
    default:
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
    default:
      return literal.value;
  }
}

function instant(text: string): string {
  const key = timestampKey(text);
  if (key === undefined) throw new QueryError(`${text} is no instant this service can compare.`);
  return key;
}

/** Joined as a balanced tree: SQLite bounds the depth of an expression, and a chain of n is n deep. */
function balanced(parts: readonly string[], joint: string): string {
  if (parts.length <= 2) return `(${parts.join(joint)})`;
  const middle = parts.length >> 1;
  return `(${balanced(parts.slice(0, middle), joint)}${joint}${balanced(parts.slice(middle), joint)})`;
}
