import type { LintRule } from '../rule/lint-rule.ts';
import { stateUnknown } from '../rule/predicates.ts';
import { findingIf, notChecked } from '../rule/verdict.ts';

export const licenseInvalid: LintRule = {
  id: 'license-invalid',
  title: 'Job that the license does not cover',
  severity: 'error',
  why: 'The service does not run a job that its license does not cover.',
  reading: 'The comparison ignores case. A job without a `LicenseState` is not checked.',
  fix: 'Extend the license, or remove jobs or connections.',
  fields: ['LicenseState', 'LicenseMessage'],
  example: {
    finding: { job: { LicenseState: 'invalid', LicenseMessage: 'The number of connections is used up.' } },
    pass: { job: { LicenseState: 'valid' } },
  },
  check: (job) => {
    const state = job.text('LicenseState');
    if (typeof state !== 'string') return notChecked(stateUnknown);
    return findingIf(state.trim().toLowerCase() === 'invalid', 'The license does not cover the job.');
  },
};
