import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, findingIf, not, notChecked } from '../rule/verdict.ts';
import { exampleOf, inferred } from '../rule/predicates.ts';

const stateUnknown = 'the service did not say whether the license covers the job';

/** Whether the service runs the job at all. */
export const permissionRules: readonly LintRule[] = [
  {
    id: 'license-invalid',
    title: 'Job that the license does not cover',
    severity: 'error',
    why: 'The service does not run a job that its license does not cover.',
    reading: 'The comparison ignores case. A job without a `LicenseState` is not checked.',
    fix: 'Extend the license, or remove jobs or connections.',
    fields: ['LicenseState', 'LicenseMessage'],
    example: exampleOf(
      { LicenseState: 'invalid', LicenseMessage: 'The number of connections is used up.' },
      { LicenseState: 'valid' },
    ),
    check: (job) => {
      const state = job.text('LicenseState');
      if (typeof state !== 'string') return notChecked(stateUnknown);
      return findingIf(state.trim().toLowerCase() === 'invalid', 'The license does not cover the job.');
    },
  },
  {
    id: 'license-unknown',
    title: 'License state that is neither valid nor invalid',
    severity: 'warn',
    why: 'The specification knows two states, so it is unknown whether the license covers the job.',
    reading: 'The comparison ignores case. A job without a `LicenseState` is not checked.',
    fix: 'Look up the job in the application of the service.',
    fields: ['LicenseState'],
    example: exampleOf({ LicenseState: 'expired' }, { LicenseState: 'valid' }),
    check: (job) => {
      const state = job.text('LicenseState');
      if (typeof state !== 'string') return notChecked(stateUnknown);
      const isKnown = ['valid', 'invalid'].includes(state.trim().toLowerCase());
      return findingIf(!isKnown, 'The state of the license is neither valid nor invalid.');
    },
  },
  {
    id: 'scheduled-not-executable',
    title: 'Scheduled job that cannot be executed',
    severity: 'warn',
    why: 'The job has a schedule, but the service does not allow it to run.',
    reading: inferred + ' `CanExecute` may depend on the user who reads the job.',
    fix: 'Give the user the permission, or set `Scheduled` to false.',
    fields: ['Scheduled', 'CanExecute'],
    example: exampleOf({ Scheduled: true, CanExecute: 'false' }, { Scheduled: true, CanExecute: 'true' }),
    check: (job) =>
      findingIf(
        allOf(job.flag('Scheduled'), not(job.flag('CanExecute'))),
        'The job is scheduled, but it cannot be executed.',
      ),
  },
];
