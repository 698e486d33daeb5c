import { cleanText } from '@syncline/core/internal';
import { isEnded, type Outcome, type RunEvent, type TrackerEvent, type Volume } from '@syncline/runs';
import type { AlertRun } from './webhooks/alert-event.ts';
import type { AlertReason, AlertRule } from '../config/alert-rule.ts';
import type { Observation } from './alert-state.ts';

/** How long no message is sent about a run that was found late, in milliseconds: later runs may follow soon. */
const quiet = 3_600_000;

/**
 * The observations in an event about the runs of its job. An outcome that is neither a success nor in the rule is no
 * observation: after a failure, a cancelled run does not mean that the problem is solved.
 *
 * @param late - how long after its end a run may be found without counting as old, in milliseconds
 */
export function observeRun(event: TrackerEvent, { on }: AlertRule, late: number): Observation | undefined {
  if (!isRunEvent(event) || !isEnded(event.run.outcome)) return undefined;
  const { run, because, type, previous } = event;
  const isCorrection = type === 'changed';
  if (isCorrection && previous === run.outcome) return undefined;
  const isBad = on.has(run.outcome as AlertReason);
  if (!isBad && run.outcome !== 'succeeded' && run.outcome !== 'warned') return undefined;
  const seen: Observation = {
    job: run.job,
    kind: 'run',
    isBad,
    at: endOf(event),
    start: run.start,
    isCorrection,
    because: reasonsOf(because),
    quietUntil: quietUntil(event, late),
  };
  return isBad ? { ...seen, reason: run.outcome as AlertReason, run: alertRunOf(run) } : seen;
}

/** Checks the volume of a run that has just succeeded; undefined if it cannot be judged. */
export function observeVolume(event: RunEvent, { result, expected }: Volume, late: number): Observation | undefined {
  const { run } = event;
  if (result === 'unknown' || run.outcome !== 'succeeded') return undefined;
  const [least = 0, most = 0] = expected ?? [];
  const usual = `${Math.ceil(least)} to ${Math.floor(most)} are usual`;
  return {
    job: run.job,
    kind: 'volume',
    isBad: result === 'warn',
    at: endOf(event),
    reason: 'volume',
    because: [`The run moved ${run.rows ?? 0} rows; ${usual}.`],
    run: alertRunOf(run),
    quietUntil: quietUntil(event, late),
  };
}

/** Whether an event is about a run. */
export function isRunEvent(event: TrackerEvent): event is RunEvent {
  return 'run' in event;
}

/** When a run ended. If the service does not say, or names a future time, this is when the run was found. */
function endOf({ run, at }: RunEvent): number {
  return Math.min(at, run.end ?? at);
}

function quietUntil(event: RunEvent, late: number): number {
  const { run, at } = event;
  return at - (run.end ?? run.start) > late ? at + quiet : 0;
}

function reasonsOf(because: RunEvent['because']): readonly string[] {
  return because
    .slice(0, 5)
    .map(({ field, value, rule }) => cleanText(rule === 'error' ? value : `${field} is ${JSON.stringify(value)}`, 300));
}

function alertRunOf({ key, outcome, status, start, end, rows, error }: RunEvent['run']): AlertRun {
  return {
    key: cleanText(key, 200),
    outcome: outcome satisfies Outcome,
    status,
    start: toTime(start),
    end: end === undefined ? undefined : toTime(end),
    rows,
    error,
  };
}

/** Parses a moment in RFC 3339. A moment that a Date cannot express becomes the earliest possible one. */
export function toTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}
