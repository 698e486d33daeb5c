import type { LintRule } from '../rule/lint-rule.ts';
import { checkDigits } from '../rule/predicates.ts';

export const workerPoolInvalid: LintRule = {
  id: 'worker-pool-invalid',
  title: 'Number of threads that is not a positive whole number',
  severity: 'error',
  why: 'The service may refuse the job, or use a different number of threads than you expect.',
  reading: 'The value must be a whole number of at least 1, written with digits only.',
  fix: 'Correct `WorkerPool`.',
  fields: ['WorkerPool'],
  example: {
    finding: { job: { WorkerPool: '0' } },
    pass: { job: { WorkerPool: '4' } },
  },
  check: (job) => checkDigits(job, 'WorkerPool', (number) => number >= 1n, 'a whole number of at least 1'),
};
