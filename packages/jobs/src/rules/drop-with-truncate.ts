import type { LintRule } from '../rule/lint-rule.ts';
import { allOf } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const dropWithTruncate: LintRule = {
  id: 'drop-with-truncate',
  title: 'Table that is dropped and truncated',
  severity: 'warning',
  why: 'A table that is dropped before each update has no rows to delete. One of the switches was set by mistake.',
  reading: 'This is inferred from the meaning of the fields: the specification does not say how they work together.',
  fix: 'Set one of the switches to false.',
  fields: ['DropTable', 'TruncateTableData'],
  example: {
    finding: { job: { DropTable: true, TruncateTableData: true } },
    pass: { job: { DropTable: true, TruncateTableData: false } },
  },
  check: (job) =>
    findingIf(
      allOf(job.flag('DropTable'), job.flag('TruncateTableData')),
      'The job drops the table and also deletes its rows.',
    ),
};
