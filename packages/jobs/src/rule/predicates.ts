import { cleanText, compareCodeUnits } from '@syncline/core/internal';
import type { Known } from './logic.ts';
import type { JobView } from './job-view.ts';
import { finding, notChecked, pass, type Verdict } from './verdict.ts';

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
  const value = job.raw(field);
  if (value === undefined) return job.isSet(field) === undefined ? notChecked() : pass;
  const text = typeof value === 'string' ? value : typeof value === 'object' ? '' : String(value);
  // A number with thousands of digits takes long to convert, and no field needs one.
  if (/^\d{1,100}$/.test(text) && isAllowed(BigInt(text))) return pass;
  return finding(`${field} must be ${rule}.`);
}

/** Whether the job notifies anybody: by e-mail or in the application event log. */
export function notifies(flagOf: (field: string) => Known): readonly [Known, Known] {
  return [flagOf('SendEmailNotification'), flagOf('NotifyWindowsEvent')];
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
  const first = sorted.slice(0, 4).filter((other) => other !== job);
  const names = first.slice(0, 3).map(({ name }) => JSON.stringify(cleanText(name, 100)));
  const more = group.length - 1 - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why rules that compare jobs are not checked when some could not be read. */
export function othersUnknown(count: number): string {
  return `${count} other ${count === 1 ? 'job' : 'jobs'} could not be read or lack a field, and may be affected`;
}

/** Why a rule about a schedule is not checked when dialects read it in different ways. */
export const dialectUnknown =
  'dialects read the cron string in different ways, or cannot read it; see the setting cron';

/** Why a rule about the license is not checked. */
export const stateUnknown = 'the service did not say whether the license covers the job';

/** Why a rule that checks only explicit values is not checked. */
export const valueNotSet = 'the field has no explicit value';
