import { formatDuration } from '@syncline/core/internal';
import type { LintRule } from '../rule/lint-rule.ts';
import { intervalOf, neededRuns, runsUnknown } from '../rule/schedule-interval.ts';
import { findingIf, notChecked } from '../rule/verdict.ts';

const unitMs = { milliseconds: 1, seconds: 1000, minutes: 60_000 };

export const timeoutExceedsInterval: LintRule = {
  id: 'timeout-exceeds-interval',
  title: 'Timeout that is as long as the interval of the schedule',
  severity: 'warning',
  why: 'A command that hangs keeps the run busy until the next start is due, so runs overlap or are skipped.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. The unit of `CommandTimeout` is not documented, so the rule needs the setting ' +
    '`commandTimeoutUnit`. It also needs at least 8 ended runs from the setting `history`, which show that the job ' +
    'runs. The meaning of a timeout of 0 is not documented either, so it is not checked.',
  fix: 'Lower `CommandTimeout`, or run the job less often.',
  fields: ['CommandTimeout', 'Scheduled', 'ScheduledCron'],
  example: {
    finding: {
      job: { CommandTimeout: '300', Scheduled: true, ScheduledCron: '*/5 * * * *' },
      settings: { commandTimeoutUnit: 'seconds', history: { runtimesOf: () => Array(8).fill(60_000) } },
    },
    pass: {
      job: { CommandTimeout: '300', Scheduled: true, ScheduledCron: '0 * * * *' },
      settings: { commandTimeoutUnit: 'seconds', history: { runtimesOf: () => Array(8).fill(60_000) } },
    },
  },
  check: (job, context) => {
    const interval = intervalOf(job, context);
    if (typeof interval !== 'number') return interval;
    const timeout = job.whole64('CommandTimeout');
    if (timeout === undefined || timeout === null) return notChecked();
    if (timeout === 0n) return notChecked('what a timeout of 0 means is not documented');
    const { commandTimeoutUnit: unit } = context.settings;
    if (unit === undefined) return notChecked('the setting commandTimeoutUnit is needed');
    const runtimes = context.runtimesOf(job);
    if (runtimes === undefined || runtimes.length < neededRuns) return notChecked(runsUnknown(runtimes));
    const timeoutMs = Number(timeout) * unitMs[unit];
    return findingIf(
      timeoutMs >= interval,
      `The timeout is ${formatDuration(timeoutMs)}, and the shortest interval of the schedule ${formatDuration(interval)}.`,
    );
  },
};
