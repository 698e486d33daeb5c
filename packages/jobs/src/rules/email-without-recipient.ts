import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const emailWithoutRecipient: LintRule = {
  id: 'email-without-recipient',
  title: 'E-mail notification without a recipient',
  severity: 'error',
  why: 'The job sends e-mails, but to nobody.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. A blank string does not count as a recipient.',
  fix: 'Set `NotifyEmailTo`, or set `SendEmailNotification` to false.',
  fields: ['SendEmailNotification', 'NotifyEmailTo'],
  example: {
    finding: { job: { SendEmailNotification: true, NotifyEmailTo: ' ' } },
    pass: { job: { SendEmailNotification: true, NotifyEmailTo: 'data@example.com' } },
  },
  check: (job) =>
    findingIf(
      allOf(job.flag('SendEmailNotification'), not(job.isSet('NotifyEmailTo'))),
      'The job sends e-mails, but has no recipient.',
    ),
};
