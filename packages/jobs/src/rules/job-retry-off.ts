import type { LintRule } from '../rule/lint-rule.ts';
import { not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const jobRetryOff: LintRule = {
  id: 'job-retry-off',
  title: 'Failed tasks are not retried',
  severity: 'warning',
  why: 'A short outage of the network or of a database fails the run, although a second try would succeed.',
  reading: 'The default is true.',
  fix: 'Set `AutomaticJobRetry` to true.',
  fields: ['AutomaticJobRetry'],
  example: {
    finding: { job: { AutomaticJobRetry: 'false' } },
    pass: { job: { AutomaticJobRetry: 'true' } },
  },
  check: (job) => findingIf(not(job.flag('AutomaticJobRetry')), 'The job does not retry failed tasks.'),
};
