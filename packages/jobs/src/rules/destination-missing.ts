import type { LintRule } from '../rule/lint-rule.ts';
import { not } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const destinationMissing: LintRule = {
  id: 'destination-missing',
  title: 'Job without a destination',
  severity: 'error',
  why: 'A job replicates data from a source to a destination. Without a destination, it can do nothing.',
  reading: 'A blank string does not count as a connection.',
  fix: 'Set `Destination` to a connection of the workspace.',
  fields: ['Destination'],
  example: {
    finding: { job: { Destination: '' } },
    pass: { job: { Destination: 'Lake' } },
  },
  check: (job) => findingIf(not(job.isSet('Destination')), 'The job has no destination.'),
};
