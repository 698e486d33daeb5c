import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const scheduledNotExecutable: LintRule = {
  id: 'scheduled-not-executable',
  title: 'Scheduled job that cannot be executed',
  severity: 'warning',
  why: 'The job has a schedule, but the service does not allow it to run.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. `CanExecute` may depend on the user who reads the job.',
  fix: 'Give the user the permission, or set `Scheduled` to false.',
  fields: ['Scheduled', 'CanExecute'],
  example: {
    finding: { job: { Scheduled: true, CanExecute: 'false' } },
    pass: { job: { Scheduled: true, CanExecute: 'true' } },
  },
  check: (job) =>
    findingIf(
      allOf(job.flag('Scheduled'), not(job.flag('CanExecute'))),
      'The job is scheduled, but it cannot be executed.',
    ),
};
