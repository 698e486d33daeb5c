import type { WireRecord } from '../data/records.ts';

/**
 * Jobs that are configured wrongly on purpose, so that a linter finds something: the name of a rule of `@syncline/jobs`
 * in words, and the fields that violate it. The schedules stay unchanged, because the simulation uses them, and every
 * value is valid for its field.
 */
export const flaws: readonly { readonly words: string; readonly fields: WireRecord }[] = [
  { words: 'drop with truncate', fields: { DropTable: 'true', TruncateTableData: 'true', HistoryMode: 'false' } },
  { words: 'drop with history', fields: { DropTable: 'true', TruncateTableData: 'false', HistoryMode: 'true' } },
  { words: 'truncate with history', fields: { DropTable: 'false', TruncateTableData: 'true', HistoryMode: 'true' } },
  { words: 'drop with capture', fields: { DropTable: 'true', CDCEngineModeEnabled: true } },
  { words: 'full refresh with start date', fields: { TruncateTableData: 'true', ReplicateStartDate: '2024-01-01' } },
  { words: 'alter schema off', fields: { AlterSchema: 'false' } },
  { words: 'email without recipient', fields: { SendEmailNotification: 'true', NotifyEmailTo: '' } },
  { words: 'recipient malformed', fields: { NotifyEmailTo: 'data-team@example.com; operations' } },
  { words: 'recipient without email', fields: { SendEmailNotification: 'false' } },
  { words: 'job retry off', fields: { AutomaticJobRetry: 'false' } },
  { words: 'verbosity high', fields: { Verbosity: '5' } },
  { words: 'worker pool unused', fields: { WorkerPool: '8', EnableParallelProcessing: 'false' } },
  { words: 'skip snapshot with size', fields: { SkipSnapshot: true, SnapshotSize: 4096n } },
  { words: 'journal incomplete', fields: { JournalName: 'QSQJRN' } },
  { words: 'capture properties malformed', fields: { AdditionalCDCEngineProperties: 'snapshot.mode' } },
  { words: 'credential in code', fields: { PreJob: 'connect("sftp://loader:not-a-real-one@files.example.com/in");' } },
];

/** A system at one end of a job. Connection names begin with `name`. `kind` is the service's name for its connector. */
export interface System {
  readonly name: string;
  readonly kind: string;
  readonly port: number | null;
}

export const sources: readonly System[] = [
  { name: 'CRM', kind: 'CRM', port: null },
  { name: 'ERP', kind: 'ERP', port: 1433 },
  { name: 'WebShop', kind: 'E-Commerce', port: null },
  { name: 'Orders', kind: 'PostgreSQL', port: 5432 },
  { name: 'HelpDesk', kind: 'Service Desk', port: null },
  { name: 'Billing', kind: 'MySQL', port: 3306 },
  { name: 'Marketing', kind: 'Marketing Automation', port: null },
  { name: 'Midrange', kind: 'iSeries', port: 8471 },
  { name: 'Files', kind: 'SFTP', port: 22 },
];

export const destinations: readonly System[] = [
  { name: 'Warehouse', kind: 'Data Warehouse', port: 5439 },
  { name: 'Lake', kind: 'Data Lake', port: null },
  { name: 'Reporting', kind: 'PostgreSQL', port: 5432 },
  { name: 'Archive', kind: 'Object Storage', port: null },
];

export const sites = ['EU', 'US', 'APAC', 'Köln', 'Łódź', 'São Paulo', '東京', "Coeur d'Alene"];

export const workspaceNames = [
  'Default',
  'Finance',
  'Sales & Marketing',
  'Logistik Süd',
  "People's Team",
  'Platform/SRE',
];

export const topics = [
  'Accounts',
  'Orders',
  'Invoices',
  'Contacts',
  'Tickets',
  'Stock Levels',
  'Price Lists',
  'Deliveries',
  'Leads',
  'Payments',
  'Returns',
  'Subscriptions',
  'Web Events',
  'Cost Centres',
  'Suppliers',
  'Exchange Rates',
];

/** Names of the jobs that the examples of the documentation use. The first one is easy to type. */
export const jobNames = [
  'CRM to Warehouse',
  'Nightly orders',
  'Nightly',
  'Weekly',
  "O'Brien/nightly",
  "O'Brien → Lake",
];

/** Names that a client may encode wrongly in a path. */
export const edgeCaseNames = [
  "O'Brien & Söhne → Warehouse: Orders",
  'Web Shop/EU/Orders',
  'CRM "Gold" Accounts',
  'Łódź Magazyn → Lake',
  '売上データ 日次',
  '100% Refresh [Finance] #2',
  "It's 5 o'clock – Tagesabschluss",
  'a+b=c; d&e?',
  'Backup\\Archive nightly',
  'Московский склад',
  'Deliveries 🚚 Same Day',
  'المبيعات اليومية',
  'ERP..Ledger (v2.1)',
];

export const transformationNames = [
  'Customer 360',
  'Daily Revenue',
  'Dedupe Contacts',
  'Stock Forecast',
  'Churn Features',
  "Driver's Scorecard",
  'Ledger → Star Schema',
  'GDPR Anonymize',
];

export const taskNames = ['stage', 'clean', 'merge', 'aggregate', 'index', 'publish'];
