import type { JobField } from '@syncline/jobs';

/**
 * Whether the value of a job's field may be shown. Never shown are SQL and scripts, option strings, addresses of people
 * and file patterns. A new field of the specification does not compile until it is here. Fields that are not in the
 * specification are never shown, not even their names.
 */
const isShown: Readonly<Record<JobField, boolean> & Record<string, boolean>> = {
  JobId: true,
  JobName: true,
  WorkspaceId: true,
  Source: true,
  Destination: true,
  Scheduled: true,
  ScheduledCron: true,
  NotifyWindowsEvent: true,
  SendEmailNotification: true,
  EmailErrorOnly: true,
  Verbosity: true,
  TableNamePrefix: true,
  TableNameSuffix: true,
  UseGmtDateTime: true,
  TruncateTableData: true,
  DropTable: true,
  AutoTruncateStrings: true,
  ContinueOnError: true,
  AlterSchema: true,
  ReplicateInterval: true,
  ReplicateIntervalUnit: true,
  ReplicateStartDate: true,
  BatchSize: true,
  CommandTimeout: true,
  DeletionBehavior: true,
  CacheSchema: true,
  StatusConnection: true,
  Type: true,
  EnableParallelProcessing: true,
  AutomaticJobRetry: true,
  WorkerPool: true,
  LogicalReplicationSlot: true,
  PublicationName: true,
  PluggableDatabase: true,
  HistoryMode: true,
  WithHistory: true,
  ResetStrategy: true,
  LicenseState: true,
  InsertMode: true,
  SkipFormulaFields: true,
  SourceSchema: true,
  JournalLibrary: true,
  JournalName: true,
  SnapshotSize: true,
  SkipSnapshot: true,
  CDCEngineModeEnabled: true,
  CanUpdate: true,
  CanRemove: true,
  CanExecute: true,
  NotifyEmailTo: false,
  NotifyEmailSubject: false,
  OtherCacheOptions: false,
  PreJob: false,
  PostJob: false,
  AdditionalCDCEngineProperties: false,
  LicenseMessage: false,
  LoadFolderFileNamePattern: false,
  RowVersion: false,
  HistoryId: false,
  'Label#': false,
};

const fieldsWith = (shown: boolean): ReadonlySet<string> =>
  new Set(Object.entries(isShown).flatMap(([field, may]) => (may === shown ? [field] : [])));

/** The fields whose values may be shown. */
export const shownFields = fieldsWith(true);

/** The fields of the specification whose values are never shown. Only their names are. */
export const withheldFields = fieldsWith(false);
