import type { LintRule } from '../rule/lint-rule.ts';
import { not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const sourceMissing: LintRule = {
  id: 'source-missing',
  title: 'Job without a source',
  severity: 'error',
  why: 'A job replicates data from a source to a destination. Without a source, it can do nothing.',
  reading: 'A blank string does not count as a connection.',
  fix: 'Set `Source` to a connection of the workspace.',
  fields: ['Source'],
  example: {
    finding: { job: { Source: '' } },
    pass: { job: { Source: 'CRM' } },
  },
  check: (job) => findingIf(not(job.isSet('Source')), 'The job has no source.'),
};
