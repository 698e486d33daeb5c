import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, anyOf } from '../rule/logic.ts';
import { findingIf } from '../rule/verdict.ts';

export const dropWithCapture: LintRule = {
  id: 'drop-with-capture',
  title: 'Dropped table with change data capture',
  severity: 'error',
  why:
    'Change data capture sends only what changed. After the table is dropped, the rows that did not ' +
    'change are missing.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. A job captures changes if `CDCEngineModeEnabled` is true or it has a replication slot or a ' +
    'publication.',
  fix: 'Set `DropTable` to false.',
  fields: ['DropTable', 'LogicalReplicationSlot', 'PublicationName', 'CDCEngineModeEnabled'],
  example: {
    finding: { job: { DropTable: true, LogicalReplicationSlot: 'slot_1' } },
    pass: { job: { DropTable: false, LogicalReplicationSlot: 'slot_1' } },
  },
  check: (job) => {
    const captures = anyOf(
      job.isSet('LogicalReplicationSlot'),
      job.isSet('PublicationName'),
      job.flag('CDCEngineModeEnabled'),
    );
    const message = 'The job captures changes, but drops the table before each update.';
    return findingIf(allOf(job.flag('DropTable'), captures), message);
  },
};
