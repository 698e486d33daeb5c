import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, anyOf } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const fullRefreshWithStartDate: LintRule = {
  id: 'full-refresh-with-start-date',
  title: 'Full refresh that begins at a start date',
  severity: 'warning',
  why: 'The job removes all rows and then reads only those since the start date, so older rows disappear.',
  reading: 'This is inferred from the meaning of the fields: the specification does not say how they work together.',
  fix: 'Remove `ReplicateStartDate`, or set `DropTable` and `TruncateTableData` to false.',
  fields: ['DropTable', 'TruncateTableData', 'ReplicateStartDate'],
  example: {
    finding: { job: { TruncateTableData: true, ReplicateStartDate: '2024-01-01' } },
    pass: { job: { TruncateTableData: true } },
  },
  check: (job) =>
    findingIf(
      allOf(anyOf(job.flag('DropTable'), job.flag('TruncateTableData')), job.isSet('ReplicateStartDate')),
      'The job removes all rows before each update, but replicates only from a start date on.',
    ),
};
