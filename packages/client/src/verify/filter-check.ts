import {
  type Comparison,
  createEvaluator,
  type DecimalLiteral,
  type Expression,
  type FunctionCall,
  type IntegerLiteral,
} from '@syncline/odata';
import { type Collation, comparison, folded, isInstant, isNumeric, valueOf } from './text-rules.ts';

/** Says of a record whether it may match the filter. `false` is certain. */
export type RecordCheck = (record: object) => boolean;

type Leaf = Comparison | FunctionCall;

/**
 * Compiles a filter to a check that never refuses a record which the service may have matched. A condition that cannot be
 * judged for certain counts as fulfilled: texts without a collation, comparisons with null, the order of GUIDs, values of
 * another type than the literal, such as a timestamp without an offset, and numbers that may have been rounded.
 *
 * @returns undefined if no record can be refused
 */
export function createFilterCheck(
  node: Expression,
  collation: Collation | undefined,
  isNegated = false,
): RecordCheck | undefined {
  switch (node.kind) {
    case 'literal':
      return node.value === isNegated ? () => false : undefined;
    case 'not':
      return createFilterCheck(node.operand, collation, !isNegated);
    case 'and':
    case 'or': {
      const checks = node.operands.map((operand) => createFilterCheck(operand, collation, isNegated));
      const known = checks.filter((check) => check !== undefined);
      // De Morgan: the opposite of an `and` is an `or` of the opposites.
      if ((node.kind === 'and') !== isNegated)
        return known.length === 0 ? undefined : (record) => known.every((check) => check(record));
      return known.length < checks.length ? undefined : (record) => known.some((check) => check(record));
    }
    case 'comparison':
    case 'call':
      return createLeafCheck(node, collation, isNegated);
  }
}

function createLeafCheck(leaf: Leaf, collation: Collation | undefined, isNegated: boolean): RecordCheck | undefined {
  const name = nameOf(leaf);
  if (name === undefined) return undefined;
  const canJudge = judgeOf(leaf, collation);
  if (canJudge === undefined) return undefined;
  const isText = leaf.kind === 'call' || leaf.right.type === 'string';
  const evaluate = createEvaluator(isText && collation !== undefined ? foldLeaf(leaf, collation) : leaf);
  return (record) => {
    const value = valueOf(record, name);
    if (!canJudge(value)) return true;
    const seen = collation !== undefined && typeof value === 'string' && isText ? folded(value, collation) : value;
    return evaluate({ [name]: seen }) === !isNegated;
  };
}

function nameOf(leaf: Leaf): string | undefined {
  if (leaf.kind === 'call') return leaf.property.name;
  return leaf.left.kind === 'property' ? leaf.left.name : undefined;
}

/** Which values of the property can be judged; undefined if none can. */
function judgeOf(leaf: Leaf, collation: Collation | undefined): ((value: unknown) => boolean) | undefined {
  const isText = (value: unknown): boolean => typeof value === 'string' || value === null;
  if (leaf.kind === 'call') return collation === undefined ? undefined : isText;
  switch (leaf.right.type) {
    case 'string':
      return collation === undefined ? undefined : isText;
    case 'integer':
    case 'decimal':
      return numberJudge(leaf.right);
    case 'boolean':
      return (value) => value === null || typeof value === 'boolean';
    case 'date':
    case 'dateTimeOffset':
      return (value) => value === null || isInstant(value);
    case 'guid':
      return leaf.operator === 'eq' || leaf.operator === 'ne' ? isText : undefined;
    // Services differ in what they store for "nothing": null, or an empty text.
    case 'null':
      return undefined;
  }
}

/**
 * Reading JSON rounds a number, but never past another one: it is on the same side of the literal as what the service
 * sent, unless both are rounded to the same number. That is judged only if it is a whole number that has all its digits.
 */
function numberJudge(literal: IntegerLiteral | DecimalLiteral): (value: unknown) => boolean {
  const nearest = Number(literal.value);
  const isExact = Number.isSafeInteger(nearest) && comparison('eq', literal)({ value: nearest }) === true;
  return (value) => value === null || (isNumeric(value) && (value !== nearest || isExact));
}

function foldLeaf(leaf: Leaf, collation: Collation): Leaf {
  if (leaf.kind === 'call') return { ...leaf, value: { ...leaf.value, value: folded(leaf.value.value, collation) } };
  const { right } = leaf;
  return right.type === 'string' ? { ...leaf, right: { ...right, value: folded(right.value, collation) } } : leaf;
}
