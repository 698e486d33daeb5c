import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const recipientWithoutEmail: LintRule = {
  id: 'recipient-without-email',
  title: 'Recipient of a job that sends no e-mail',
  severity: 'warning',
  why: 'Somebody expects e-mails from the job, but it sends none.',
  reading: 'This is inferred from the meaning of the fields: the specification does not say how they work together.',
  fix: 'Set `SendEmailNotification` to true, or remove `NotifyEmailTo`.',
  fields: ['NotifyEmailTo', 'SendEmailNotification'],
  example: {
    finding: { job: { NotifyEmailTo: 'data@example.com' } },
    pass: { job: { NotifyEmailTo: 'data@example.com', SendEmailNotification: true } },
  },
  check: (job) =>
    findingIf(
      allOf(job.isSet('NotifyEmailTo'), not(job.flag('SendEmailNotification'))),
      'The job has a recipient, but sends no e-mail.',
    ),
};
