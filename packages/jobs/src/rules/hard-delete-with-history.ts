import type { LintRule } from '../rule/lint-rule.ts';
import { allOf } from '../rule/logic.ts';
import { valueNotSet } from '../rule/predicates.ts';
import { findingIf } from '../rule/verdict.ts';

export const hardDeleteWithHistory: LintRule = {
  id: 'hard-delete-with-history',
  title: 'Deleted records that leave no history',
  severity: 'warning',
  offByDefault: true,
  why:
    'History mode keeps earlier versions of rows, but a record that is deleted in the source is also ' +
    'deleted at the destination.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. `HardDelete` is the default, so the rule is off unless you turn it on, and it looks only ' +
    'at values that are set. The comparison ignores case.',
  fix: 'Choose another `DeletionBehavior`, or leave history mode.',
  fields: ['DeletionBehavior', 'HistoryMode'],
  example: {
    finding: { job: { DeletionBehavior: 'HardDelete', HistoryMode: true } },
    pass: { job: { DeletionBehavior: 'SoftDelete', HistoryMode: true } },
  },
  check: (job) => {
    const behavior = job.raw('DeletionBehavior');
    const isHard = typeof behavior === 'string' ? behavior.toLowerCase() === 'harddelete' : undefined;
    const message = 'The job keeps history, but deletes the rows of deleted records.';
    return findingIf(allOf(isHard, job.flagAsSet('HistoryMode')), message, valueNotSet);
  },
};
