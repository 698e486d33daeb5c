import type { LintRule } from '../rule/lint-rule.ts';
import { allOf } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const truncateWithHistory: LintRule = {
  id: 'truncate-with-history',
  title: 'Truncated table in history mode',
  severity: 'error',
  why: 'History mode keeps earlier versions of rows. Deleting all rows before each update loses all of them.',
  reading: 'This is inferred from the meaning of the fields: the specification does not say how they work together.',
  fix: 'Set `TruncateTableData` to false, or leave history mode.',
  fields: ['TruncateTableData', 'HistoryMode'],
  example: {
    finding: { job: { TruncateTableData: true, HistoryMode: true } },
    pass: { job: { TruncateTableData: true, HistoryMode: false } },
  },
  check: (job) =>
    findingIf(
      allOf(job.flag('TruncateTableData'), job.flag('HistoryMode')),
      'The job keeps history, but deletes all rows before each update.',
    ),
};
