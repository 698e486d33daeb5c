import { cleanText, compareCodeUnits } from '@syncline/core/internal';
import type { JobDefinition } from '../job/job-definition.ts';
import type { JobView } from './job-view.ts';
import type { LintRule } from './lint-rule.ts';
import { findingIf, notChecked, pass, type Verdict } from './verdict.ts';

/** The example of a rule that needs only the job: one with a finding, and one that passes. */
export function exampleOf(finding: JobDefinition, pass: JobDefinition): NonNullable<LintRule['example']> {
  return { finding: { job: finding }, pass: { job: pass } };
}

/** Judges the value of a field as it was read. A field without a value passes. */
export function checkValue(job: JobView, field: string, judge: (value: unknown) => Verdict): Verdict {
  const value = job.raw(field);
  if (value !== undefined) return judge(value);
  return job.isSet(field) === undefined ? notChecked() : pass;
}

/** Judges the text of a field, or its default. A field without a text passes. */
export function checkText(job: JobView, field: string, judge: (text: string) => Verdict): Verdict {
  const text = job.text(field);
  if (text === undefined) return notChecked();
  return text === null ? pass : judge(text);
}

/**
 * Checks a number that must be whole and written with digits only. A field without a value passes.
 *
 * @param rule - what the value must be, for the message
 */
export function checkDigits(
  job: JobView,
  field: string,
  isAllowed: (number: bigint) => boolean,
  rule: string,
): Verdict {
  return checkValue(job, field, (value) => {
    const text = typeof value === 'string' ? value : typeof value === 'object' ? '' : String(value);
    // A number with thousands of digits takes long to convert, and no field needs one.
    return findingIf(!(/^\d{1,100}$/.test(text) && isAllowed(BigInt(text))), `${field} must be ${rule}.`);
  });
}

/**
 * A key that distinguishes the connections that jobs name in a field; null if the job names none, undefined if not
 * known.
 */
export function connectionKey(job: JobView, field: string): string | null | undefined {
  const connection = job.connection(field);
  return connection && connection.key;
}

const sortedNames = new WeakMap<readonly JobView[], readonly JobView[]>();

/** Names of the other jobs of a group for a message, in order: at most three. */
export function nameOthers(job: JobView, group: readonly JobView[]): string {
  const sorted = sortedNames.get(group) ?? [...group].sort((a, b) => compareCodeUnits(a.name, b.name));
  sortedNames.set(group, sorted);
  const first = sorted.slice(0, 4).filter((entry) => entry !== job);
  const names = first.slice(0, 3).map(({ name }) => JSON.stringify(cleanText(name, 100)));
  const more = group.length - 1 - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why rules that compare jobs are not checked when some could not be read. */
export function othersUnknown(count: number): string {
  return `${count} other ${count === 1 ? 'job' : 'jobs'} could not be read or lack a field, and may be affected`;
}

/** Why a rule that checks only explicit values is not checked. */
export const valueNotSet = 'the field has no explicit value';

/** What a rule says that infers an effect from several fields. */
export const inferred =
  'This is inferred from the meaning of the fields: the specification does not say how they work together.';
