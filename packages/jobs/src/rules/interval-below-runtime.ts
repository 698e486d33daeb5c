import { formatDuration } from '@syncline/core/internal';
import type { LintRule } from '../rule/lint-rule.ts';
import { intervalOf, neededRuns, runsUnknown } from '../rule/schedule-interval.ts';
import { findingIf, notChecked } from '../rule/verdict.ts';

export const intervalBelowRuntime: LintRule = {
  id: 'interval-below-runtime',
  title: 'Interval of the schedule shorter than most runs',
  severity: 'warning',
  why:
    'A run that takes longer than the interval is still busy when the next one is due, so runs overlap or ' +
    'are skipped.',
  reading:
    'The shortest time between two starts is compared with the 95th percentile of the runtimes. At least ' +
    '8 ended runs are needed, from the setting `history`.',
  fix: 'Run the job less often, or make it faster.',
  fields: ['Scheduled', 'ScheduledCron'],
  example: {
    finding: {
      job: { Scheduled: true, ScheduledCron: '*/5 * * * *' },
      settings: { history: { runtimesOf: () => Array(8).fill(600_000) } },
    },
    pass: {
      job: { Scheduled: true, ScheduledCron: '0 * * * *' },
      settings: { history: { runtimesOf: () => Array(8).fill(600_000) } },
    },
  },
  check: (job, context) => {
    const interval = intervalOf(job, context);
    if (typeof interval !== 'number') return interval;
    const runtimes = context.runtimesOf(job);
    if (runtimes === undefined || runtimes.length < neededRuns) return notChecked(runsUnknown(runtimes));
    const p95 = runtimes[Math.ceil(runtimes.length * 0.95) - 1] ?? 0;
    return findingIf(
      interval < p95,
      `The shortest interval of the schedule is ${formatDuration(interval)}, but 5% of the runs take ${formatDuration(p95)} or more.`,
    );
  },
};
