import type { LintRule } from '../rule/lint-rule.ts';
import { findingIf } from '../rule/verdict.ts';

export const verbosityHigh: LintRule = {
  id: 'verbosity-high',
  title: 'Log level that may write data into the logs',
  severity: 'warning',
  why: 'From level 3 on, logs contain transfers, which may include rows and headers. They also grow fast.',
  reading: 'That transfers contain data is inferred from the names of the levels: 3 Transfer, 5 Verbose.',
  fix: 'Set `Verbosity` to 2 or less when you have found the problem.',
  fields: ['Verbosity'],
  example: {
    finding: { job: { Verbosity: '3' } },
    pass: { job: { Verbosity: '2' } },
  },
  check: (job) => {
    const level = job.whole64('Verbosity');
    const isHigh = level === undefined ? undefined : level !== null && level >= 3n;
    return findingIf(isHigh, 'The log level is high enough to write data into the logs.');
  },
};
