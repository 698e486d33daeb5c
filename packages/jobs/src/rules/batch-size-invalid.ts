import type { LintRule } from '../rule/lint-rule.ts';
import { checkDigits } from '../rule/predicates.ts';

export const batchSizeInvalid: LintRule = {
  id: 'batch-size-invalid',
  title: 'Batch size that is not a whole number',
  severity: 'error',
  why: 'The service may refuse the job, or use a different size than you expect.',
  reading: 'The value must be a whole number of at least 0, written with digits only.',
  fix: 'Correct `BatchSize`.',
  fields: ['BatchSize'],
  example: {
    finding: { job: { BatchSize: '1,000' } },
    pass: { job: { BatchSize: '1000' } },
  },
  check: (job) => checkDigits(job, 'BatchSize', (number) => number >= 0n, 'a whole number of at least 0'),
};
