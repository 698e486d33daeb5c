import type { LintRule } from '../rule/lint-rule.ts';
import { valueNotSet } from '../rule/predicates.ts';
import { findingIf } from '../rule/verdict.ts';

export const autoTruncateStrings: LintRule = {
  id: 'auto-truncate-strings',
  title: 'Strings that are cut without an error',
  severity: 'info',
  offByDefault: true,
  why: 'A string that is too long for its column is cut without an error message.',
  reading: 'The default is true, so the rule is off unless you turn it on, and it checks only a value that is set.',
  fix: 'Set `AutoTruncateStrings` to false if you prefer an error to a cut string.',
  fields: ['AutoTruncateStrings'],
  example: {
    finding: { job: { AutoTruncateStrings: 'true' } },
    pass: { job: { AutoTruncateStrings: 'false' } },
  },
  check: (job) =>
    findingIf(job.flagAsSet('AutoTruncateStrings'), 'The job cuts strings that are too long.', valueNotSet),
};
