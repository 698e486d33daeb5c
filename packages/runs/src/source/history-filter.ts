import { type AnyProperty, type Filter, filter } from '@syncline/odata';
import type { RunQuery } from './run-source.ts';

/** How an identifier is written in a filter: as text, as a number, or as both while its type is unknown. */
export type LiteralForm = 'text' | 'number' | 'either';

/** The properties that a filter compares. Undefined for a fact that is not in one property. */
export interface FilterNames {
  readonly key: string | undefined;
  readonly job: string | undefined;
  readonly start: string | undefined;
}

/**
 * Expresses a query as a filter, as far as possible with properties.
 *
 * @returns undefined if no part of the query can be expressed
 */
export function writeFilter(names: FilterNames, query: RunQuery, form: LiteralForm): Filter | undefined {
  const { since, until, job, keys } = query;
  const key = keys && names.key;
  const start = keys ? undefined : names.start;
  const ofJob = job === undefined ? undefined : names.job;
  if (key === undefined && start === undefined && ofJob === undefined) return undefined;
  return filter<unknown>(({ field }) => {
    const conditions: Filter[] = [];
    if (keys !== undefined && key !== undefined) conditions.push(isOneOf(field(key), keys, form));
    if (start !== undefined) conditions.push(field(start).ge(new Date(since)));
    if (start !== undefined && until !== undefined) conditions.push(field(start).lt(new Date(until)));
    if (job !== undefined && ofJob !== undefined) conditions.push(isOneOf(field(ofJob), [job], form));
    const [first, ...others] = conditions;
    return (first as Filter).and(...others);
  });
}

/** Whether a text is also the canonical form of a whole number. */
export function isWholeNumber(text: string): boolean {
  return /^(?:0|-?[1-9]\d{0,17})$/.test(text);
}

function isOneOf(property: AnyProperty, texts: readonly string[], form: LiteralForm): Filter {
  const [first, ...others] = texts.flatMap((text) => {
    if (!isWholeNumber(text) || form === 'text') return [property.eq(text)];
    const number = property.eq(BigInt(text));
    return form === 'number' ? [number] : [property.eq(text), number];
  });
  return (first as Filter).or(...others);
}
