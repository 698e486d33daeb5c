import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const workerPoolUnused: LintRule = {
  id: 'worker-pool-unused',
  title: 'Worker pool without parallel processing',
  severity: 'warning',
  why: 'The number of threads has no effect while the job processes its queries one after the other.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. The specification has no default for `EnableParallelProcessing`: without a value, the rule ' +
    'is not checked.',
  fix: 'Set `EnableParallelProcessing` to true, or remove `WorkerPool`.',
  fields: ['WorkerPool', 'EnableParallelProcessing'],
  example: {
    finding: { job: { WorkerPool: '8', EnableParallelProcessing: 'false' } },
    pass: { job: { WorkerPool: '8', EnableParallelProcessing: 'true' } },
  },
  check: (job) =>
    findingIf(
      allOf(job.isSet('WorkerPool'), not(job.flag('EnableParallelProcessing'))),
      'The job has a worker pool, but parallel processing is off.',
    ),
};
