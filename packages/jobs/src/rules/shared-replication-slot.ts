import type { JobView } from '../rule/job-view.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { connectionKey, nameOthers, othersUnknown } from '../rule/predicates.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';

/** The slot of a job with its source; null if it has none, undefined if it cannot be known. */
function slotOf(job: JobView): string | null | undefined {
  const slot = job.text('LogicalReplicationSlot');
  if (slot === null || slot === undefined) return slot;
  const source = connectionKey(job, 'Source');
  return source === null || source === undefined ? source : JSON.stringify([source, slot]);
}

export const sharedReplicationSlot: LintRule = {
  id: 'shared-replication-slot',
  title: 'Replication slot that two jobs use',
  severity: 'error',
  why: 'A slot delivers each change only once. If two jobs use one slot, each misses the changes that the other gets.',
  reading:
    'This is inferred from the meaning of the fields: the specification does not say how they work ' +
    'together. A slot belongs to its source; its name is case-sensitive.',
  fix: 'Give each job its own slot.',
  fields: ['LogicalReplicationSlot', 'Source'],
  example: {
    finding: {
      job: { Source: 'Orders', LogicalReplicationSlot: 's1' },
      others: [{ JobName: 'Other', Source: 'Orders', LogicalReplicationSlot: 's1' }],
    },
    pass: {
      job: { Source: 'Orders', LogicalReplicationSlot: 's1' },
      others: [{ JobName: 'Other', Source: 'Billing', LogicalReplicationSlot: 's1' }],
    },
  },
  check: (job, context) => {
    const key = slotOf(job);
    if (key === null) return pass;
    if (key === undefined) return notChecked();
    const { byKey, unknown } = context.groupsBy('replication slot', slotOf);
    const group = byKey.get(key) ?? [];
    if (group.length > 1) return finding(`The replication slot is also used by ${nameOthers(job, group)}.`);
    return unknown > 0 ? notChecked(othersUnknown(unknown)) : pass;
  },
};
