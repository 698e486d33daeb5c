import { known, type RuleTables, selected, whole } from './table.ts';

/** The table of a rule about two switches that are off by default and must not both be on. */
const bothOn = (left: string, right: string) => ({
  triggers: [
    whole({ [left]: true, [right]: true }),
    whole({ [left]: 'true', [right]: 'TRUE' }),
    whole({ [left]: 'True', [right]: true }),
    selected({ [left]: true, [right]: true }),
  ],
  innocent: [
    whole({}),
    whole({ [left]: 'TRUE' }),
    whole({ [left]: '', [right]: 'TRUE' }),
    whole({ [left]: true, [right]: 'FALSE' }),
    selected({ [left]: false }),
    selected({ [right]: 'false' }),
  ],
  unknown: [
    selected({ [left]: true }),
    selected({ [right]: true, [left]: '' }),
    whole({ [left]: true, [right]: 'perhaps' }),
  ],
});

/** The table of a rule about a switch that is on by default and must not be off. */
const notOff = (field: string) => ({
  triggers: [
    whole({ [field]: false }),
    whole({ [field]: 'false' }),
    whole({ [field]: 'FALSE' }),
    selected({ [field]: 'False' }),
  ],
  innocent: [
    whole({}),
    whole({ [field]: '' }),
    whole({ [field]: 'TRUE' }),
    whole({ [field]: true }),
    selected({ [field]: 'true' }),
  ],
  unknown: [selected({}), selected({ [field]: '' }), whole({ [field]: 'perhaps' }), whole({ [field]: 0 })],
});

export const tableTables: RuleTables = {
  'drop-with-truncate': bothOn('DropTable', 'TruncateTableData'),
  'drop-with-history': bothOn('DropTable', 'HistoryMode'),
  'truncate-with-history': bothOn('TruncateTableData', 'HistoryMode'),
  'drop-with-capture': {
    triggers: [
      whole({ DropTable: true, LogicalReplicationSlot: 's' }),
      whole({ DropTable: 'TRUE', PublicationName: 'p' }),
      whole({ DropTable: 'true', CDCEngineModeEnabled: true }),
      whole({ DropTable: true, CDCEngineModeEnabled: 'TRUE', PublicationName: '' }),
      selected({ DropTable: true, LogicalReplicationSlot: 's' }),
    ],
    innocent: [
      whole({}),
      whole({ DropTable: '', LogicalReplicationSlot: 's' }),
      whole({ DropTable: 'FALSE', CDCEngineModeEnabled: true }),
      whole({ DropTable: 'TRUE', CDCEngineModeEnabled: false }),
      selected({ DropTable: false }),
      selected({ LogicalReplicationSlot: '', PublicationName: '', CDCEngineModeEnabled: false }),
    ],
    unknown: [whole({ DropTable: true }), selected({ DropTable: true, PublicationName: '' }), selected({})],
  },
  'full-refresh-with-start-date': {
    triggers: [
      whole({ DropTable: true, ReplicateStartDate: '2024-01-01' }),
      whole({ TruncateTableData: 'TRUE', ReplicateStartDate: '2024-01-01' }),
      whole({ DropTable: 'true', TruncateTableData: true, ReplicateStartDate: 'nonsense' }),
      selected({ TruncateTableData: true, ReplicateStartDate: '2024-01-01' }),
    ],
    innocent: [
      whole({}),
      whole({ DropTable: true, ReplicateStartDate: '' }),
      whole({ DropTable: '', ReplicateStartDate: '2024-01-01' }),
      whole({ DropTable: 'FALSE', TruncateTableData: 'TRUE' }),
      selected({ ReplicateStartDate: '' }),
    ],
    unknown: [selected({ DropTable: true }), selected({ DropTable: false, ReplicateStartDate: '2024-01-01' })],
  },
  'shared-destination': {
    triggers: [
      whole({ Destination: 'Lake', DropTable: 'TRUE' }, { others: [{ Destination: 'Lake' }] }),
      whole({ Destination: 'Lake' }, { others: [{ Destination: 'Lake', TruncateTableData: true }] }),
      whole({ Destination: 'c2', DropTable: true }, { ...known, others: [{ Destination: 'Lake' }] }),
      whole(
        { Destination: 'Lake', CacheSchema: '', DropTable: true },
        { others: [{ Destination: 'Lake', TableNamePrefix: '' }], unread: 1 },
      ),
      selected(
        { Destination: 'Lake', CacheSchema: '', TableNamePrefix: '', TableNameSuffix: '', DropTable: true },
        { others: [{ Destination: 'Lake', CacheSchema: '', TableNamePrefix: '', TableNameSuffix: '' }] },
      ),
    ],
    innocent: [
      whole({ Destination: '', DropTable: true }, { others: [{ Destination: '' }] }),
      whole({ Destination: 'Lake', DropTable: true }),
      whole({ Destination: 'Lake', DropTable: 'FALSE' }, { others: [{ Destination: 'Lake' }] }),
      whole({ Destination: 'Lake', DropTable: true }, { others: [{ Destination: 'lake' }] }),
      whole({ Destination: 'Lake', DropTable: true, CacheSchema: 'a' }, { others: [{ Destination: 'Lake' }] }),
      whole({ Destination: 'Lake', DropTable: true, TableNameSuffix: '_x' }, { others: [{ Destination: 'Lake' }] }),
      selected({ Destination: '' }),
    ],
    unknown: [
      whole({ Destination: 'Lake', DropTable: true }, { unread: 2 }),
      whole({ Destination: 'Lake', DropTable: 'perhaps' }, { others: [{ Destination: 'Lake' }] }),
      selected({ Destination: 'Lake', DropTable: true }),
    ],
  },
  'alter-schema-off': notOff('AlterSchema'),
  'auto-truncate-strings': {
    triggers: [
      whole({ AutoTruncateStrings: true }),
      whole({ AutoTruncateStrings: 'true' }),
      whole({ AutoTruncateStrings: 'TRUE' }),
      selected({ AutoTruncateStrings: 'True' }),
    ],
    innocent: [
      whole({ AutoTruncateStrings: false }),
      whole({ AutoTruncateStrings: 'false' }),
      whole({ AutoTruncateStrings: 'FALSE' }),
      selected({ AutoTruncateStrings: false }),
    ],
    unknown: [whole({}), whole({ AutoTruncateStrings: '' }), selected({}), whole({ AutoTruncateStrings: 1 })],
  },
};
