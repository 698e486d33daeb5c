import { type RuleTables, selected, whole } from './table.ts';

const slot = { Source: 'Orders', LogicalReplicationSlot: 's1' };
const other = { JobName: 'Other', ...slot };

export const capture: RuleTables = {
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
  'credential-in-code': {
    triggers: [
      whole({ PreJob: 'password = "hunter2"' }),
      whole({ PostJob: "const apiKey = 'abc123def456';" }),
      whole({ PreJob: 'connect("Server=db;User=sync;Password=hunter2;")' }),
      whole({ PreJob: 'get("https://loader:hunter2@files.example.com/in")' }),
      whole({ PreJob: '<api:set attr="http.password" value="hunter2"/>' }),
      whole({ PostJob: '// ok\nheaders["Authorization"] = "Bearer 0123456789abcdef0123";' }),
      whole({ PreJob: '-----BEGIN RSA PRIVATE KEY-----' }),
      whole({ PreJob: 'key := AKIAABCDEFGHIJKLMNOP' }),
      whole({ PreJob: "{'client_secret': 'abcdef'}" }),
      selected({ PreJob: 'PASSWORD="hunter2"' }),
    ],
    innocent: [
      whole({}),
      whole({ PreJob: '', PostJob: '' }),
      whole({ PreJob: 'password = ""' }),
      whole({ PreJob: 'password = "${env.SYNC_PASSWORD}"' }),
      whole({ PreJob: 'const password = getSecret("sync");' }),
      whole({ PreJob: 'const password = process.env.SYNC_PASSWORD;' }),
      whole({ PreJob: 'url = "https://files.example.com/a:b"' }),
      whole({ PreJob: 'Password=@password;' }),
      whole({ PostJob: '// The basic configuration of tokens: TRUE' }),
      selected({ PreJob: 'UPDATE users SET locked = 1', PostJob: '' }),
    ],
    unknown: [selected({}), selected({ PreJob: 'SELECT 1' })],
  },
};
