import type { LintRule } from '../rule/lint-rule.ts';
import { checkDigits } from '../rule/predicates.ts';

export const replicateIntervalInvalid: LintRule = {
  id: 'replicate-interval-invalid',
  title: 'Time frame size that is not a positive whole number',
  severity: 'error',
  why: 'The service cannot split the data into time frames of this size.',
  reading: 'The value must be a whole number of at least 1, written with digits only.',
  fix: 'Correct `ReplicateInterval`.',
  fields: ['ReplicateInterval'],
  example: {
    finding: { job: { ReplicateInterval: '0' } },
    pass: { job: { ReplicateInterval: '180' } },
  },
  check: (job) => checkDigits(job, 'ReplicateInterval', (number) => number >= 1n, 'a whole number of at least 1'),
};
