import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, anyOf, not } from '../rule/logic.ts';
import { notifies } from '../rule/predicates.ts';
import { findingIf } from '../rule/verdict.ts';

export const continueWithoutNotification: LintRule = {
  id: 'continue-without-notification',
  title: 'Table errors without a notification',
  severity: 'warning',
  why: 'The job continues when a table fails, and sends no notification about it.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. With the defaults of the specification, a job continues and does not notify.',
  fix: 'Turn on `SendEmailNotification` or `NotifyWindowsEvent`, or watch the runs.',
  fields: ['ContinueOnError', 'SendEmailNotification', 'NotifyWindowsEvent'],
  example: {
    finding: { job: { ContinueOnError: true } },
    pass: { job: { ContinueOnError: true, NotifyWindowsEvent: true } },
  },
  check: (job) =>
    findingIf(
      allOf(job.flag('ContinueOnError'), not(anyOf(...notifies((field) => job.flag(field))))),
      'The job continues when a table fails, and sends no notification.',
    ),
};
