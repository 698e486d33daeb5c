import type { LintRule } from '../rule/lint-rule.ts';
import { checkDigits } from '../rule/predicates.ts';

export const verbosityUnknown: LintRule = {
  id: 'verbosity-unknown',
  title: 'Log level that does not exist',
  severity: 'error',
  why: 'The service may refuse the job, or log less than you expect.',
  reading: 'The levels are 0, 1, 2, 3 and 5, written with digits only.',
  fix: 'Set `Verbosity` to one of the levels.',
  fields: ['Verbosity'],
  example: {
    finding: { job: { Verbosity: '4' } },
    pass: { job: { Verbosity: '5' } },
  },
  check: (job) => checkDigits(job, 'Verbosity', (level) => [0n, 1n, 2n, 3n, 5n].includes(level), '0, 1, 2, 3 or 5'),
};
