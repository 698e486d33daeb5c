import { type RuleTables, selected, whole } from './table.ts';

const connections = [
  { id: 'c1', name: 'CRM', error: '' },
  { id: 'c2', name: 'Lake', error: '' },
  { id: 'c3', name: 'Broken', error: 'login failed for sync; password=hunter2;' },
  { id: 'c4', name: 'Quiet' },
];
const known = { connections };

export const connectionTables: RuleTables = {
  'license-invalid': {
    triggers: [
      whole({ LicenseState: 'invalid' }),
      whole({ LicenseState: 'INVALID', LicenseMessage: 'Expired' }),
      whole({ LicenseState: ' Invalid ' }),
      selected({ LicenseState: 'invalid' }),
    ],
    innocent: [
      whole({ LicenseState: 'valid' }),
      whole({ LicenseState: 'VALID' }),
      whole({ LicenseState: 'Valid', LicenseMessage: 'invalid' }),
      whole({ LicenseState: 'expired' }),
      selected({ LicenseState: 'valid' }),
    ],
    unknown: [whole({}), whole({ LicenseState: '' }), whole({ LicenseState: 3 }), selected({})],
  },
  'license-unknown': {
    triggers: [
      whole({ LicenseState: 'expired' }),
      whole({ LicenseState: 'TRUE' }),
      whole({ LicenseState: 'not valid' }),
      selected({ LicenseState: '?' }),
    ],
    innocent: [
      whole({ LicenseState: 'valid' }),
      whole({ LicenseState: 'VALID' }),
      whole({ LicenseState: 'Invalid' }),
      selected({ LicenseState: 'invalid' }),
    ],
    unknown: [whole({}), whole({ LicenseState: '' }), selected({})],
  },
  'source-missing': {
    triggers: [
      whole({}),
      whole({ Source: '' }),
      whole({ Source: '  ' }),
      whole({ Source: null }),
      selected({ Source: '' }),
    ],
    innocent: [
      whole({ Source: 'CRM' }),
      whole({ Source: 'TRUE' }),
      whole({ Source: 'unknown to the workspace' }, known),
      whole({ Source: 7 }),
      selected({ Source: 'CRM' }),
    ],
    unknown: [selected({}), selected({ Destination: '' })],
  },
  'destination-missing': {
    triggers: [
      whole({}),
      whole({ Destination: '' }),
      whole({ Destination: '\t' }),
      whole({ Destination: null }),
      selected({ Destination: '' }),
    ],
    innocent: [
      whole({ Destination: 'Lake' }),
      whole({ Destination: 'TRUE' }),
      whole({ Destination: 'unknown to the workspace' }, known),
      selected({ Destination: 'Lake' }),
    ],
    unknown: [selected({}), selected({ Source: '' })],
  },
  'source-is-destination': {
    triggers: [
      whole({ Source: 'Lake', Destination: 'Lake' }),
      whole({ Source: 'Lake', Destination: 'c2' }, known),
      whole({ Source: 'c1', Destination: 'CRM' }, known),
      whole({ Source: 'TRUE', Destination: 'TRUE' }),
      selected({ Source: 'Lake', Destination: 'Lake' }),
    ],
    innocent: [
      whole({}),
      whole({ Source: '', Destination: '' }),
      whole({ Source: 'Lake', Destination: 'lake' }),
      whole({ Source: 'CRM', Destination: 'c2' }, known),
      selected({ Source: 'CRM', Destination: 'Lake' }),
    ],
    unknown: [selected({ Source: 'Lake' }), selected({ Destination: 'Lake' }), whole({ Source: 7, Destination: 7 })],
  },
  'connection-absent': {
    triggers: [
      whole({ Source: 'CRM', Destination: 'Gone' }, known),
      whole({ Source: 'crm', Destination: 'Lake' }, known),
      whole({ Source: 'CRM', Destination: 'Lake', StatusConnection: 'Gone' }, known),
      whole({ Source: 'TRUE' }, { connections: [] }),
      selected({ Source: 'Gone' }, known),
    ],
    innocent: [
      whole({}, known),
      whole({ Source: 'CRM', Destination: 'Lake' }, known),
      whole({ Source: 'c1', Destination: 'c2', StatusConnection: '' }, known),
      whole({ Source: 'Broken', Destination: 'Lake', StatusConnection: 'Lake' }, known),
      selected({ Source: 'CRM', Destination: 'Lake', StatusConnection: '' }, known),
    ],
    unknown: [whole({ Source: 'Gone' }), selected({ Source: 'CRM' }, known)],
  },
  'connection-error': {
    triggers: [
      whole({ Source: 'Broken' }, known),
      whole({ Source: 'CRM', Destination: 'c3' }, known),
      whole({ StatusConnection: 'Broken' }, known),
      selected({ Source: 'Broken' }, known),
    ],
    innocent: [
      whole({}, known),
      whole({ Source: 'CRM', Destination: 'Lake' }, known),
      whole({ Source: 'c1', Destination: '' }, known),
      whole({ Source: 'Null' }, { connections: [{ name: 'Null', error: null as never }] }),
      selected({ Source: 'CRM', Destination: 'Lake', StatusConnection: '' }, known),
    ],
    unknown: [
      whole({ Source: 'CRM' }),
      whole({ Source: 'Gone' }, known),
      whole({ Source: 'Quiet' }, known),
      selected({ Source: 'CRM' }, known),
    ],
  },
  'job-error': {
    triggers: [
      whole({}, { error: 'The table is missing.' }),
      whole({}, { error: 'FALSE' }),
      whole({ LicenseState: 'valid' }, { error: '\u0000 failed' }),
      selected({}, { error: 'failed' }),
    ],
    innocent: [
      whole({}, { error: '' }),
      whole({}, { error: ' ' }),
      whole({ LicenseState: 'invalid' }, { error: '' }),
      selected({}, { error: '' }),
    ],
    unknown: [whole({}), selected({})],
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
};
