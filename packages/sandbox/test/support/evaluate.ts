import type { Expression, FunctionCall, Literal } from '@syncline/odata';

type Value = string | number | boolean | null;

/** OData's null logic in JavaScript, to compare the SQL with: true, false or unknown (null). */
export function evaluate(node: Expression, record: Readonly<Record<string, Value>>): boolean | null {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'not':
      return negate(evaluate(node.operand, record));
    case 'and':
      return node.operands
        .map((operand) => evaluate(operand, record))
        .reduce((a, b) => (a === false || b === false ? false : a === null || b === null ? null : true));
    case 'or':
      return node.operands
        .map((operand) => evaluate(operand, record))
        .reduce((a, b) => (a === true || b === true ? true : a === null || b === null ? null : false));
    case 'call': {
      const value = record[node.property.name] ?? null;
      if (typeof value !== 'string') return null;
      const needle = node.value.value;
      return functions[node.name](value, needle);
    }
    case 'comparison': {
      const right = literalValue(node.right);
      const found = node.left.kind === 'literal' ? literalValue(node.left) : (record[node.left.name] ?? null);
      // If a property has several types, values of another type than the literal's count as null.
      const left = found !== null && right !== null && typeof found !== typeof right ? null : found;
      if (node.operator === 'eq') return left === right;
      if (node.operator === 'ne') return left !== right;
      if (left === null || right === null) return (node.operator === 'ge' || node.operator === 'le') && left === right;
      return node.operator === 'gt'
        ? left > right
        : node.operator === 'ge'
          ? left >= right
          : node.operator === 'lt'
            ? left < right
            : left <= right;
    }
  }
}

const functions: Readonly<Record<FunctionCall['name'], (value: string, argument: string) => boolean>> = {
  contains: (value, argument) => value.includes(argument),
  startswith: (value, argument) => value.startsWith(argument),
  endswith: (value, argument) => value.endsWith(argument),
};

function negate(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function literalValue(literal: Literal): Value {
  switch (literal.type) {
    case 'integer':
    case 'decimal':
      return Number(literal.value);
    case 'date':
    case 'dateTimeOffset':
      return new Date(literal.value).toISOString();
    default:
      return literal.value;
  }
}
