import { type ComparisonOperator, createEvaluator, type Literal } from '@syncline/odata';

/**
 * How the service compares texts: `exact` by code points, `ignoreCase` without the difference between upper and lower
 * case. The specification does not say which applies, and databases differ.
 */
export type Collation = 'exact' | 'ignoreCase';

/** A text as the collation compares it. */
export function folded(text: string, collation: Collation): string {
  return collation === 'ignoreCase' ? text.toLowerCase() : text;
}

/** The value of a record's own property; null without one. */
export function valueOf(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? ((record as Readonly<Record<string, unknown>>)[name] ?? null) : null;
}

/** A number, in any of the forms that decoding gives it: what the evaluator can compare with a number. */
export function isNumeric(value: unknown): boolean {
  return isFromZero({ value }) === true || isNegative({ value }) === true;
}

/** What the evaluator can compare with an instant: a calendar day, a date-time with offset, a `Date`. */
export function isInstant(value: unknown): boolean {
  return isSomeInstant({ value }) === true;
}

/** Compares the property `value` of a record with a literal. */
export const comparison = (operator: ComparisonOperator, right: Literal) =>
  createEvaluator({ kind: 'comparison', left: { kind: 'property', name: 'value' }, operator, right });
const zero: Literal = { kind: 'literal', type: 'integer', value: 0n };
const isFromZero = /* @__PURE__ */ comparison('ge', zero);
const isNegative = /* @__PURE__ */ comparison('lt', zero);
const isSomeInstant = /* @__PURE__ */ comparison('ge', { kind: 'literal', type: 'date', value: '0000-01-01' });
