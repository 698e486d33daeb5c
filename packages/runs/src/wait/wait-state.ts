import { StateError } from '../errors/errors.ts';
import { scheduleOf } from '../schedule/create-schedule.ts';
import type { CronOptions } from '../schedule/cron-dialect.ts';

/** The run to wait for: the one with a key, or the first that started after a moment. */
export type RunTarget = { readonly run: string } | { readonly after: number };

/** The state of a wait, without secrets and without its source and functions. */
export interface WaitState {
  readonly version: 1;
  readonly job: string;
  readonly target: RunTarget;
  /** Milliseconds since 1970 */
  readonly deadline: number;
  readonly failFast: boolean;
  readonly acceptWarned: boolean;
  /** The usual runtime in milliseconds; 0 if unknown, undefined before the first poll */
  readonly expectedRuntime: number | undefined;
  readonly cron: (CronOptions & { readonly expression: string }) | undefined;
  readonly tally: WaitTally;
}

export function writeWaitState(state: WaitState): string {
  return JSON.stringify({ wait: state });
}

/** @throws StateError if the text is not a serialized wait, or is one of another version */
export function readWaitState(text: string): WaitState {
  let state: Partial<WaitState> | undefined;
  try {
    state = (JSON.parse(text) as { wait?: Partial<WaitState> } | null)?.wait;
  } catch {
    throw new StateError('The serialized wait is not JSON. Was it truncated? Pass it whole');
  }
  if (typeof state !== 'object' || state === null) throw new StateError('The text is not a serialized wait');
  if (state.version !== 1)
    throw new StateError(
      `The serialized wait has version ${JSON.stringify(state.version)}, and this package reads version 1`,
    );
  const { job, target, deadline, failFast, acceptWarned, expectedRuntime, cron, tally } = state;
  const isTarget =
    typeof target === 'object' && target !== null && (isText(target, 'run') || isNumber(target, 'after'));
  const isTally =
    typeof tally === 'object' &&
    [tally.polls, tally.found, tally.missing].every((count) => Number.isSafeInteger(count) && count >= 0) &&
    [tally.failures, tally.statuses].every(isCounts);
  const isGood =
    typeof job === 'string' &&
    isTarget &&
    Number.isFinite(deadline) &&
    typeof failFast === 'boolean' &&
    typeof acceptWarned === 'boolean' &&
    (expectedRuntime === undefined || Number.isFinite(expectedRuntime)) &&
    isSchedule(cron) &&
    isTally;
  if (!isGood) throw new StateError('The serialized wait is incomplete. Pass it whole');
  return { version: 1, job, target, deadline, failFast, acceptWarned, expectedRuntime, cron, tally } as WaitState;
}

function isText(value: object, name: string): boolean {
  return typeof (value as Record<string, unknown>)[name] === 'string';
}

function isNumber(value: object, name: string): boolean {
  return Number.isFinite((value as Record<string, unknown>)[name]);
}

function isCounts(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((count) => Number.isSafeInteger(count))
  );
}

function isSchedule(cron: WaitState['cron']): boolean {
  try {
    if (cron !== undefined) scheduleOf(cron);
    return true;
  } catch {
    return false;
  }
}

/** What a wait has seen so far, to explain how it ended. */
export interface WaitTally {
  /** Number of polls */
  readonly polls: number;
  /** Polls that found the run */
  readonly found: number;
  /** Polls that succeeded and did not find it */
  readonly missing: number;
  /** Failed polls by the error's code; those with a status as `HTTP_ERROR 503` */
  readonly failures: Readonly<Record<string, number>>;
  /** Polls by the status word of the run that they found */
  readonly statuses: Readonly<Record<string, number>>;
}

export const emptyTally: WaitTally = { polls: 0, found: 0, missing: 0, failures: {}, statuses: {} };

/** Maximum number of words or codes that are counted separately. */
const mostNames = 20;

/** Counts a poll that found a run with this status, or none. */
export function countPoll(tally: WaitTally, status: string | undefined): WaitTally {
  const { polls, found, missing } = tally;
  if (status === undefined) return { ...tally, polls: polls + 1, missing: missing + 1 };
  return { ...tally, polls: polls + 1, found: found + 1, statuses: countName(tally.statuses, status || '(empty)') };
}

/** Counts a poll that failed. */
export function countFailure(tally: WaitTally, name: string): WaitTally {
  return { ...tally, polls: tally.polls + 1, failures: countName(tally.failures, name) };
}

function countName(counts: Readonly<Record<string, number>>, name: string): Readonly<Record<string, number>> {
  const short = name.replace(/\p{C}+/gu, ' ').slice(0, 80);
  const key = Object.hasOwn(counts, short) || Object.keys(counts).length < mostNames ? short : '(others)';
  // A status may be called "constructor", like a property that every object has.
  const before = Object.hasOwn(counts, key) ? counts[key] : 0;
  return { ...counts, [key]: (before ?? 0) + 1 };
}

/** Describes a tally in one line: `12 polls: 10 × RUNNING, 2 × HTTP_ERROR 503`. */
export function describeTally({ polls, missing, failures, statuses }: WaitTally): string {
  const parts = [...Object.entries(statuses), ...Object.entries(failures)].map(([name, count]) => `${count} × ${name}`);
  if (missing > 0) parts.push(`${missing} × no run`);
  return `${polls} ${polls === 1 ? 'poll' : 'polls'}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}
