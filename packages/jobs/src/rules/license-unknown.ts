import type { LintRule } from '../rule/lint-rule.ts';
import { stateUnknown } from '../rule/predicates.ts';
import { findingIf, notChecked } from '../rule/verdict.ts';

export const licenseUnknown: LintRule = {
  id: 'license-unknown',
  title: 'License state that is neither valid nor invalid',
  severity: 'warning',
  why: 'The specification knows two states, so it is unknown whether the license covers the job.',
  reading: 'The comparison ignores case. A job without a `LicenseState` is not checked.',
  fix: 'Look up the job in the application of the service.',
  fields: ['LicenseState'],
  example: {
    finding: { job: { LicenseState: 'expired' } },
    pass: { job: { LicenseState: 'valid' } },
  },
  check: (job) => {
    const state = job.text('LicenseState');
    if (typeof state !== 'string') return notChecked(stateUnknown);
    const isKnown = ['valid', 'invalid'].includes(state.trim().toLowerCase());
    return findingIf(!isKnown, 'The state of the license is neither valid nor invalid.');
  },
};
