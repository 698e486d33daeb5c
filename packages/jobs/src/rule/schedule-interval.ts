import type { JobView } from './job-view.ts';
import type { LintContext } from './lint-context.ts';
import { dialectUnknown } from './predicates.ts';
import { notChecked, pass, type Verdict } from './verdict.ts';

/** The minimum number of ended runs that a rule needs. */
export const neededRuns = 8;

/** The shortest interval of a scheduled job in milliseconds, or the verdict on a job without one. */
export function intervalOf(job: JobView, context: LintContext): number | Verdict {
  const isScheduled = job.flag('Scheduled');
  if (isScheduled !== true) return isScheduled === false ? pass : notChecked();
  const cron = job.text('ScheduledCron');
  if (cron === null) return notChecked('the job has no schedule');
  if (cron === undefined) return notChecked();
  return context.agreedOn(cron, (schedule) => schedule.shortestIntervalMs) ?? notChecked(dialectUnknown);
}

/** Why a rule that needs history is not checked. */
export function runsUnknown(runtimes: readonly number[] | undefined): string {
  return runtimes === undefined
    ? 'no history of the job is given'
    : `${neededRuns} ended runs are needed, and the history has ${runtimes.length}`;
}
