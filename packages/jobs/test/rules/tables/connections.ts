import { known, type RuleTables, selected, whole } from './table.ts';

export const connectionTables: RuleTables = {
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
};
