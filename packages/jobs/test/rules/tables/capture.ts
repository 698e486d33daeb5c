import { type RuleTables, selected, whole } from './table.ts';

const slot = { Source: 'Orders', LogicalReplicationSlot: 's1' };
const other = { JobName: 'Other', ...slot };

export const captureTables: RuleTables = {
  'hard-delete-with-history': {
    triggers: [
      whole({ DeletionBehavior: 'HardDelete', HistoryMode: true }),
      whole({ DeletionBehavior: 'harddelete', HistoryMode: 'true' }),
      whole({ DeletionBehavior: 'HARDDELETE', HistoryMode: 'TRUE' }),
      selected({ DeletionBehavior: 'HardDelete', HistoryMode: true }),
    ],
    innocent: [
      whole({ DeletionBehavior: 'SoftDelete', HistoryMode: true }),
      whole({ DeletionBehavior: 'HardDelete', HistoryMode: false }),
      whole({ DeletionBehavior: 'HardDelete', HistoryMode: 'FALSE' }),
      whole({ DeletionBehavior: 'Skip' }),
      selected({ HistoryMode: 'false' }),
    ],
    unknown: [
      whole({}),
      whole({ HistoryMode: true }),
      whole({ DeletionBehavior: 'HardDelete', HistoryMode: '' }),
      selected({ DeletionBehavior: 'HardDelete' }),
    ],
  },
  'shared-replication-slot': {
    triggers: [
      whole(slot, { others: [other] }),
      whole(slot, { others: [other, { JobName: 'Third', ...slot }], unread: 3 }),
      whole({ ...slot, Source: 'c1' }, { others: [other], connections: [{ id: 'c1', name: 'Orders' }] }),
      whole(
        { Source: 'TRUE', LogicalReplicationSlot: 'TRUE' },
        { others: [{ Source: 'TRUE', LogicalReplicationSlot: 'TRUE' }] },
      ),
      selected(slot, { others: [other] }),
    ],
    innocent: [
      whole({}, { others: [other] }),
      whole({ ...slot, LogicalReplicationSlot: '' }, { others: [{ ...other, LogicalReplicationSlot: '' }] }),
      whole(slot, { others: [{ ...other, LogicalReplicationSlot: 'S1' }] }),
      whole(slot, { others: [{ ...other, Source: 'Billing' }] }),
      whole(slot),
      selected({ LogicalReplicationSlot: '' }, { others: [other] }),
    ],
    unknown: [
      whole(slot, { unread: 1 }),
      selected({ LogicalReplicationSlot: 's1' }, { others: [other] }),
      selected(slot, { others: [{ JobName: 'Other', Source: 'Orders' }] }),
    ],
  },
  'skip-snapshot-with-size': {
    triggers: [
      whole({ SkipSnapshot: true, SnapshotSize: 5000n }),
      whole({ SkipSnapshot: 'TRUE', SnapshotSize: '5000' }),
      whole({ SkipSnapshot: 'true', SnapshotSize: 1 }),
      whole({ SkipSnapshot: true, SnapshotSize: 9_007_199_254_740_993n }),
      selected({ SkipSnapshot: true, SnapshotSize: '1' }),
    ],
    innocent: [
      whole({}),
      whole({ SkipSnapshot: 'TRUE', SnapshotSize: '' }),
      whole({ SkipSnapshot: true, SnapshotSize: 0n }),
      whole({ SkipSnapshot: false, SnapshotSize: 5000 }),
      selected({ SkipSnapshot: false }),
    ],
    unknown: [
      whole({ SnapshotSize: 5000 }),
      whole({ SkipSnapshot: true, SnapshotSize: 'large' }),
      selected({ SkipSnapshot: true }),
    ],
  },
  'journal-incomplete': {
    triggers: [
      whole({ JournalName: 'QSQJRN' }),
      whole({ JournalLibrary: 'ORDERS' }),
      whole({ JournalName: 'QSQJRN', JournalLibrary: '' }),
      whole({ JournalName: ' ', JournalLibrary: 'TRUE' }),
      selected({ JournalName: '', JournalLibrary: 'ORDERS' }),
    ],
    innocent: [
      whole({}),
      whole({ JournalName: '', JournalLibrary: '' }),
      whole({ JournalName: 'QSQJRN', JournalLibrary: 'ORDERS' }),
      whole({ JournalName: null, SourceSchema: 'ORDERS' }),
      selected({ JournalName: 'TRUE', JournalLibrary: 'TRUE' }),
    ],
    unknown: [selected({ JournalName: 'QSQJRN' }), selected({ JournalLibrary: '' }), selected({})],
  },
  'capture-properties-malformed': {
    triggers: [
      whole({ AdditionalCDCEngineProperties: 'TRUE' }),
      whole({ AdditionalCDCEngineProperties: 'a=1,' }),
      whole({ AdditionalCDCEngineProperties: 'a=1,,b=2' }),
      whole({ AdditionalCDCEngineProperties: '=1' }),
      whole({ AdditionalCDCEngineProperties: 'a=1; b,c' }),
      selected({ AdditionalCDCEngineProperties: 'a: 1' }),
    ],
    innocent: [
      whole({}),
      whole({ AdditionalCDCEngineProperties: '' }),
      whole({ AdditionalCDCEngineProperties: 'snapshot.mode=initial' }),
      whole({ AdditionalCDCEngineProperties: 'a=1, b = 2 ,c=' }),
      selected({ AdditionalCDCEngineProperties: 'a=b=c' }),
    ],
    unknown: [selected({}), selected({ CDCEngineModeEnabled: true })],
  },
};
