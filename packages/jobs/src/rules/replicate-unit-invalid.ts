import { fields } from '@syncline/openapi';
import type { LintRule } from '../rule/lint-rule.ts';
import { findingIf, notChecked, pass } from '../rule/verdict.ts';

const units: readonly string[] = fields.Job.ReplicateIntervalUnit.enum;

export const replicateUnitInvalid: LintRule = {
  id: 'replicate-unit-invalid',
  title: 'Time frame unit that does not exist',
  severity: 'error',
  why: 'The service cannot split the data into time frames of this unit.',
  reading: 'The units are minutes, hours, days, weeks, months, years and rows. The comparison ignores case.',
  fix: 'Set `ReplicateIntervalUnit` to one of the units.',
  fields: ['ReplicateIntervalUnit'],
  example: {
    finding: { job: { ReplicateIntervalUnit: 'decades' } },
    pass: { job: { ReplicateIntervalUnit: 'Weeks' } },
  },
  check: (job) => {
    const value = job.raw('ReplicateIntervalUnit');
    if (value === undefined) return job.isSet('ReplicateIntervalUnit') === undefined ? notChecked() : pass;
    const isUnit = typeof value === 'string' && units.includes(value.toLowerCase());
    return findingIf(!isUnit, `ReplicateIntervalUnit must be one of ${units.join(', ')}.`);
  },
};
