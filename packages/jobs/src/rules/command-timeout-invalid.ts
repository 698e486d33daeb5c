import type { LintRule } from '../rule/lint-rule.ts';
import { checkDigits } from '../rule/predicates.ts';

export const commandTimeoutInvalid: LintRule = {
  id: 'command-timeout-invalid',
  title: 'Timeout that is not a whole number',
  severity: 'error',
  why: 'The service may refuse the job, or use a different timeout than you expect.',
  reading: 'The value must be a whole number of at least 0, written with digits only.',
  fix: 'Correct `CommandTimeout`.',
  fields: ['CommandTimeout'],
  example: {
    finding: { job: { CommandTimeout: '5m' } },
    pass: { job: { CommandTimeout: '300' } },
  },
  check: (job) => checkDigits(job, 'CommandTimeout', (number) => number >= 0n, 'a whole number of at least 0'),
};
