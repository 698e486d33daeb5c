import type { JobView } from '../rule/job-view.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, finding, findingIf, notChecked, pass } from '../rule/verdict.ts';
import {
  checkValue,
  connectionKey,
  exampleOf,
  inferred,
  nameOthers,
  othersUnknown,
  valueNotSet,
} from '../rule/predicates.ts';

/** The slot of a job with its source; null if it has none, undefined if it cannot be known. */
function slotOf(job: JobView): string | null | undefined {
  const slot = job.text('LogicalReplicationSlot');
  if (slot === null || slot === undefined) return slot;
  const source = connectionKey(job, 'Source');
  return source === null || source === undefined ? source : JSON.stringify([source, slot]);
}

/** History mode and change data capture. */
export const captureRules: readonly LintRule[] = [
  {
    id: 'hard-delete-with-history',
    title: 'Deleted records that leave no history',
    severity: 'warn',
    offByDefault: true,
    why:
      'History mode keeps earlier versions of rows, but a record that is deleted in the source is also deleted at ' +
      'the destination.',
    reading:
      inferred +
      ' `HardDelete` is the default, so the rule is off unless you turn it on, and it looks only at values that ' +
      'are set. The comparison ignores case.',
    fix: 'Choose another `DeletionBehavior`, or turn off history mode.',
    fields: ['DeletionBehavior', 'HistoryMode'],
    example: exampleOf(
      { DeletionBehavior: 'HardDelete', HistoryMode: true },
      { DeletionBehavior: 'SoftDelete', HistoryMode: true },
    ),
    check: (job) => {
      const behavior = job.raw('DeletionBehavior');
      const isHard = typeof behavior === 'string' ? behavior.toLowerCase() === 'harddelete' : undefined;
      const message = 'The job keeps history, but deletes the rows of deleted records.';
      return findingIf(allOf(isHard, job.flagAsSet('HistoryMode')), message, valueNotSet);
    },
  },
  {
    id: 'shared-replication-slot',
    title: 'Replication slot that two jobs use',
    severity: 'error',
    why: 'A slot delivers each change only once. If two jobs use one slot, each misses the changes that the other gets.',
    reading: `${inferred} A slot belongs to its source; its name is case-sensitive.`,
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
  },
  {
    id: 'skip-snapshot-with-size',
    title: 'Size of a snapshot that is skipped',
    severity: 'warn',
    why: 'The job skips the snapshot, so its size has no effect. One of the two was set by mistake.',
    reading: `${inferred} A size of 0 does not count.`,
    fix: 'Set `SkipSnapshot` to false, or remove `SnapshotSize`.',
    fields: ['SkipSnapshot', 'SnapshotSize'],
    example: exampleOf({ SkipSnapshot: true, SnapshotSize: 5000 }, { SkipSnapshot: false, SnapshotSize: 5000 }),
    check: (job) => {
      const size = job.whole64('SnapshotSize');
      const hasSize = size === undefined ? undefined : size !== null && size !== 0n;
      return findingIf(allOf(job.flag('SkipSnapshot'), hasSize), 'The job skips the snapshot, but has a size for it.');
    },
  },
  {
    id: 'journal-incomplete',
    title: 'Journal without its library, or library without a journal',
    severity: 'error',
    why: 'A journal is found by its library and its name. With only one of them, the job cannot read it.',
    reading: inferred,
    fix: 'Set both `JournalName` and `JournalLibrary`, or neither.',
    fields: ['JournalName', 'JournalLibrary'],
    example: exampleOf({ JournalName: 'QSQJRN' }, { JournalName: 'QSQJRN', JournalLibrary: 'ORDERS' }),
    check: (job) => {
      const [name, library] = [job.isSet('JournalName'), job.isSet('JournalLibrary')];
      const isHalf = name === undefined || library === undefined ? undefined : name !== library;
      return findingIf(isHalf, name === true ? 'The journal has no library.' : 'The library has no journal.');
    },
  },
  {
    id: 'capture-properties-malformed',
    title: 'Properties of change capture that are not key=value',
    severity: 'error',
    why: 'The change-capture engine does not start, or ignores a property, if the list is malformed.',
    reading:
      'Properties are separated by commas, so a value cannot contain a comma. The properties may contain passwords: ' +
      'a finding names only their position.',
    fix: 'Write each property as `key=value`.',
    fields: ['AdditionalCDCEngineProperties'],
    example: exampleOf(
      { AdditionalCDCEngineProperties: 'snapshot.mode=initial, decimals' },
      { AdditionalCDCEngineProperties: 'snapshot.mode=initial, decimal.handling.mode=string' },
    ),
    check: (job) =>
      checkValue(job, 'AdditionalCDCEngineProperties', (value) => {
        const properties = String(value).split(',');
        const wrong = properties.findIndex((property) => !/^\s*[^\s=][^=]*=/.test(property));
        return findingIf(wrong !== -1, `Property ${wrong + 1} is not of the form key=value.`);
      }),
  },
];
