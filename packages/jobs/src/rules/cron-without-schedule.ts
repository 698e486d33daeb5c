import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const cronWithoutSchedule: LintRule = {
  id: 'cron-without-schedule',
  title: 'Cron string of a job that is not scheduled',
  severity: 'warning',
  why:
    'The job has a schedule, but does not use it. Somebody may have switched the schedule off for a while and ' +
    'forgotten it.',
  reading: 'This is inferred from the meaning of the fields: the specification does not say how they work together.',
  fix: 'Set `Scheduled` to true, or remove `ScheduledCron`.',
  fields: ['ScheduledCron', 'Scheduled'],
  example: {
    finding: { job: { ScheduledCron: '0 2 * * *', Scheduled: false } },
    pass: { job: { ScheduledCron: '0 2 * * *', Scheduled: true } },
  },
  check: (job) =>
    findingIf(
      allOf(job.isSet('ScheduledCron'), not(job.flag('Scheduled'))),
      'The job has a cron string, but it is not scheduled.',
    ),
};
