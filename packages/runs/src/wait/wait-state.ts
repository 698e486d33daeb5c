import { StateError } from '../errors/state-error.ts';
import type { CronOptions } from '../schedule/cron-options.ts';
import { createSchedule } from '../schedule/create-schedule.ts';
import type { RunTarget } from './choose-run.ts';
import type { WaitTally } from './tally.ts';

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
    throw new StateError('The serialized wait is not JSON. Was it truncated? Pass the whole text of wait.serialize()');
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
  if (!isGood) throw new StateError('The serialized wait is incomplete. Pass the whole text of wait.serialize()');
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
    if (cron !== undefined) createSchedule(cron.expression, cron);
    return true;
  } catch {
    return false;
  }
}
