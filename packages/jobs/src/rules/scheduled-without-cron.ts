import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const scheduledWithoutCron: LintRule = {
  id: 'scheduled-without-cron',
  title: 'Scheduled job without a cron string',
  severity: 'error',
  why: 'The job is meant to run on a schedule, but it has none, so it never runs by itself.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. A blank string does not count as a cron string.',
  fix: 'Set `ScheduledCron`, or set `Scheduled` to false.',
  fields: ['Scheduled', 'ScheduledCron'],
  example: {
    finding: { job: { Scheduled: true, ScheduledCron: '' } },
    pass: { job: { Scheduled: true, ScheduledCron: '0 2 * * *' } },
  },
  check: (job) =>
    findingIf(
      allOf(job.flag('Scheduled'), not(job.isSet('ScheduledCron'))),
      'The job is scheduled, but it has no cron string.',
    ),
};
