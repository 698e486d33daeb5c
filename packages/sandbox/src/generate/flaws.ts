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
