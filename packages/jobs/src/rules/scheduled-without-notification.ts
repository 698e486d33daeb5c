import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, anyOf, not } from '../rule/logic.ts';
import { notifies, valueNotSet } from '../rule/predicates.ts';
import { findingIf } from '../rule/verdict.ts';

export const scheduledWithoutNotification: LintRule = {
  id: 'scheduled-without-notification',
  title: 'Scheduled job without notifications',
  severity: 'info',
  offByDefault: true,
  why: 'Nobody watches a job that runs by itself, so a failure can go unnoticed.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. With the defaults of the specification, no job notifies, so the rule is off unless you turn ' +
    'it on, and it looks only at values that are set.',
  fix: 'Turn on `SendEmailNotification` or `NotifyWindowsEvent`, or watch the runs.',
  fields: ['Scheduled', 'SendEmailNotification', 'NotifyWindowsEvent'],
  example: {
    finding: { job: { Scheduled: true, SendEmailNotification: false, NotifyWindowsEvent: false } },
    pass: { job: { Scheduled: true, SendEmailNotification: true, NotifyWindowsEvent: false } },
  },
  check: (job) =>
    findingIf(
      allOf(job.flagAsSet('Scheduled'), not(anyOf(...notifies((field) => job.flagAsSet(field))))),
      'The job is scheduled, but sends no notification.',
      valueNotSet,
    ),
};
