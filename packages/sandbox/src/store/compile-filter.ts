import type { Comparison, Expression, FunctionCall, Literal, Property } from '@syncline/odata';
import type { Collection, Column, TypedValue } from './collection.ts';
import type { SqlValue } from './database.ts';
import type { ValueType } from './property-types.ts';
import { QueryError, unknownProperty } from './query-error.ts';
import { numberKey } from '../data/number-text.ts';
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
   * Inside a `not`, SQL's unknown must become OData's false. Elsewhere WHERE treats both the same, and an index can
   * still be used.
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
    const property = node.left;
    if (property.kind === 'literal') throw new QueryError('A comparison must begin with a property.');
    const type = literalType(node.right);
    const column = columnOf(property);
    if (type === 'null') return nullComparison(column, node.operator);
    const { sql: left, form } = typed(column, property.name, type);
    const right = form === 'int64' ? int64Bound(node.operator, node.right) : bound(node.operator, node.right, form);
    if (right === 'none') return node.operator === 'ne' ? '1' : '0';
    if (right.operator === 'eq') return `(${left} IS ${bind(right.value)})`;
    if (right.operator === 'ne') return `(${left} IS NOT ${bind(right.value)})`;
    const text = `${left} ${order[right.operator]} ${bind(right.value)}`;
    if (column.emptyIsNull) return `(${text} AND ${left} > '')`;
    return negated ? `ifnull(${text}, 0)` : `(${text})`;
  };

  const call = (node: FunctionCall): string => {
    const column = columnOf(node.property);
    const { sql: left } = typed(column, node.property.name, 'string');
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

function typed(column: Column, name: string, type: ValueType | 'guid'): TypedValue {
  if (column.types.size === 0) return { sql: column.sql, form: 'value' };
  const value = type === 'guid' ? undefined : column.types.get(type);
  if (value === undefined)
    throw new QueryError(
      `Property '${name}' is a ${[...column.types.keys()].join(' or ')}; it cannot be used as a ${type}.${hint(column, type)}`,
    );
  return value;
}

/** What to write instead. */
function hint({ types }: Column, type: ValueType | 'guid'): string {
  if (types.has('string')) return " Write the value in single quotes: 'text'.";
  if (type !== 'string') return '';
  if (types.has('dateTimeOffset')) return ' Write the date without quotes: 2026-01-31T00:00:00Z.';
  return ' Write the value without quotes.';
}

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

/** What a column is compared with, and how. */
interface Bound {
  readonly operator: Comparison['operator'];
  readonly value: SqlValue;
}

function bound(operator: Bound['operator'], literal: Literal, form: TypedValue['form']): Bound {
  return { operator, value: valueOf(literal, form) };
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/**
 * Compares whole numbers of 64 bits with any number. A number between two of them is replaced by the lower one, and
 * `none` stands for a number that no value can be equal to.
 */
function int64Bound(operator: Bound['operator'], literal: Literal): Bound | 'none' {
  const { whole, isWhole } = floorOf(String(literal.value));
  if (isWhole && whole >= minInt64 && whole <= maxInt64) return { operator, value: whole };
  if (operator === 'eq' || operator === 'ne') return 'none';
  const isUpper = operator === 'gt' || operator === 'ge';
  // Beyond the range, every value is on one side.
  if (whole < minInt64) return isUpper ? { operator: 'ge', value: minInt64 } : 'none';
  if (whole > maxInt64) return isUpper ? 'none' : { operator: 'le', value: maxInt64 };
  return { operator: isUpper ? 'gt' : 'le', value: whole };
}

/** The greatest whole number that is not above a decimal one. */
function floorOf(text: string): { whole: bigint; isWhole: boolean } {
  const [before = '', after = ''] = text.split('.');
  const isWhole = /^0*$/.test(after);
  const truncated = BigInt(before);
  return { whole: !isWhole && text.startsWith('-') ? truncated - 1n : truncated, isWhole };
}

function valueOf(literal: Literal, form: TypedValue['form']): SqlValue {
  switch (literal.type) {
    case 'integer':
    case 'decimal':
      return numberKey(String(literal.value));
    case 'boolean':
      return literal.value ? 1 : 0;
    case 'date':
    case 'dateTimeOffset': {
      const key = timestampKey(literal.value);
      if (key === undefined) throw new QueryError(`${literal.value} is not a timestamp that this service can compare.`);
      return form === 'isoText' ? inMilliseconds(key) : key;
    }
    case 'string':
    case 'null':
    case 'guid':
      return literal.value;
  }
}

/** A key with at least three digits of fraction, which sorts among ISO timestamps without their zone. */
function inMilliseconds(key: string): string {
  const [seconds = '', fraction = ''] = key.split('.');
  return `${seconds}.${fraction.padEnd(3, '0')}`;
}

/**
 * Joins the parts as a balanced tree: SQLite limits the depth of an expression, and a chain of n parts has the depth n.
 */
function balanced(parts: readonly string[], joint: string): string {
  if (parts.length <= 2) return `(${parts.join(joint)})`;
  const middle = parts.length >> 1;
  return `(${balanced(parts.slice(0, middle), joint)}${joint}${balanced(parts.slice(middle), joint)})`;
}
