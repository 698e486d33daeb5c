import type { LintRule } from '../rule/lint-rule.ts';
import { valueNotSet } from '../rule/predicates.ts';
import { findingIf, notChecked } from '../rule/verdict.ts';

export const verbosityNone: LintRule = {
  id: 'verbosity-none',
  title: 'Job that logs nothing',
  severity: 'warning',
  offByDefault: true,
  why: 'When the job fails, no log explains why.',
  reading: 'The default is 0, so the rule is off unless you turn it on, and it checks only a value that is set.',
  fix: 'Set `Verbosity` to 1 or 2.',
  fields: ['Verbosity'],
  example: {
    finding: { job: { Verbosity: '0' } },
    pass: { job: { Verbosity: '1' } },
  },
  check: (job) => {
    if (job.raw('Verbosity') === undefined) return notChecked(valueNotSet);
    const level = job.whole64('Verbosity');
    return findingIf(level === undefined ? undefined : level === 0n, 'The job logs nothing.');
  },
};
