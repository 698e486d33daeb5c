import type { LintRule } from '../rule/lint-rule.ts';
import { allOf } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const dropWithHistory: LintRule = {
  id: 'drop-with-history',
  title: 'Dropped table in history mode',
  severity: 'error',
  why: 'History mode keeps earlier versions of rows. Dropping the table before each update loses all of them.',
  reading: 'This is inferred from the meaning of the fields: the specification does not say how they work together.',
  fix: 'Set `DropTable` to false, or leave history mode.',
  fields: ['DropTable', 'HistoryMode'],
  example: {
    finding: { job: { DropTable: true, HistoryMode: true } },
    pass: { job: { DropTable: true, HistoryMode: false } },
  },
  check: (job) =>
    findingIf(
      allOf(job.flag('DropTable'), job.flag('HistoryMode')),
      'The job keeps history, but drops the table before each update.',
    ),
};
