import { createInventory, type Inventory, type LintOptions } from '@syncline/jobs';

/** The settings that let every rule be checked. */
export const everyRule: LintOptions = {
  cron: { timeZone: 'Europe/Berlin', sunday: 0, seconds: false },
  maxStartsPerMinute: 50,
  commandTimeoutUnit: 'seconds',
  history: { runtimesOf: () => [60, 61, 62, 63, 64, 65, 66, 67, 400].map((seconds) => seconds * 1000) },
  now: new Date('2026-06-01T00:00:00Z'),
  rules: {
    'auto-truncate-strings': 'info',
    'scheduled-without-notification': 'info',
    'verbosity-none': 'warn',
    'hard-delete-with-history': 'warn',
  },
};

const workspaceCount = 20;
const code = Array.from({ length: 12 }, (_, line) => `UPDATE job_log SET step = ${line} WHERE name = :job;`).join('\n');

/** An inventory of many jobs with about 50 fields each, as the service sends them. No two jobs are equal. */
export function manyJobs(count: number): Inventory {
  const workspaces = Array.from({ length: workspaceCount }, (_, index) => ({
    id: `w${index}`,
    name: `Workspace ${index}`,
    connections: Array.from({ length: 10 }, (_one, at) => ({
      id: `c${index}-${at}`,
      name: `Connection ${at}`,
      error: at === 9 ? 'The access token has expired.' : '',
    })),
  }));
  return createInventory({
    jobs: Array.from({ length: count }, (_, index) => manyJob(index)),
    whole: true,
    workspaces,
  });
}

function manyJob(index: number): Record<string, unknown> {
  const every = (rest: number) => String(index % rest === 0);
  const pick = (values: readonly string[]) => values[index % values.length];
  return {
    JobId: `job_${index}`,
    JobName: `Connection ${index % 9} → Lake: table ${index}`,
    WorkspaceId: `w${index % workspaceCount}`,
    Source: `Connection ${index % 9}`,
    Destination: `Connection ${(index + 1) % 10}`,
    Scheduled: String(index % 10 !== 0),
    ScheduledCron: `${index % 60} ${Math.floor(index / 60) % 24} * * ${pick(['*', '1-5', '0', 'MON,WED'])}`,
    NotifyWindowsEvent: every(10),
    SendEmailNotification: every(3),
    NotifyEmailTo: 'data-team@example.com; operations@example.com',
    NotifyEmailSubject: `Job ${index}`,
    EmailErrorOnly: 'true',
    Verbosity: pick(['0', '1', '2', '3', '5']),
    TableNamePrefix: pick(['', 'stg_', 'raw_']),
    UseGmtDateTime: 'true',
    TruncateTableData: every(20),
    DropTable: every(50),
    AutoTruncateStrings: 'true',
    ContinueOnError: 'true',
    AlterSchema: 'true',
    ReplicateInterval: '180',
    ReplicateIntervalUnit: pick(['days', 'weeks', 'rows']),
    ReplicateStartDate: `20${10 + (index % 15)}-0${1 + (index % 9)}-01`,
    BatchSize: '1000',
    CommandTimeout: '300',
    DeletionBehavior: pick(['HardDelete', 'SoftDelete']),
    OtherCacheOptions: 'CheckNulls=true,FastMode=false',
    CacheSchema: pick(['public', 'raw', 'dbo']),
    PreJob: index % 5 === 0 ? `${code}\n-- ${index}` : '',
    PostJob: '',
    Type: 'Replicate',
    EnableParallelProcessing: every(2),
    AutomaticJobRetry: 'true',
    WorkerPool: '4',
    RowVersion: BigInt(index) + 9_007_199_254_740_993n,
    LogicalReplicationSlot: index % 7 === 0 ? `slot_${index}` : '',
    AdditionalCDCEngineProperties: index % 7 === 0 ? 'snapshot.mode=initial,decimal.handling.mode=string' : '',
    HistoryMode: every(9),
    'Label#': 'nightly',
    HistoryId: '0',
    LicenseState: 'valid',
    SkipFormulaFields: false,
    SnapshotSize: BigInt(index),
    SkipSnapshot: false,
    CDCEngineModeEnabled: index % 7 === 0,
    CanUpdate: 'true',
    CanRemove: 'true',
    CanExecute: 'true',
  };
}
