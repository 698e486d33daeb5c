import type { WireRecord } from '../data/records.ts';
import { createRunner, type Runner } from '../runs/run.ts';
import type { Connection } from './connectors.ts';
import { createRandom, hash, type Random } from '../random/random.ts';
import { flaws } from './flaws.ts';
import { drawSchedule, type GeneratedSchedule } from './schedules.ts';
import { edgeCaseNames, jobNames, topics } from './vocabulary.ts';

/** A generated job: its record and what its runs need. */
export interface GeneratedJob {
  readonly record: WireRecord;
  readonly runner: Runner;
  readonly schedule: GeneratedSchedule;
  readonly source: Connection;
  readonly workspace: number;
}

/** The first whole number that a double cannot represent. */
const beyondDoubles = 9_007_199_254_740_993n;

/** Index of the only job whose RowVersion a double cannot represent. With edge cases, all jobs have such a RowVersion. */
const beyondDoublesIndex = jobNames.indexOf("O'Brien/nightly");

/**
 * Generates jobs from sources to destinations, each with a unique name. The jobs after the named ones are configured
 * wrongly on purpose and named after their flaw. With edge cases, some names are hard to encode, and no double can
 * represent a RowVersion.
 */
export function generateJobs(
  count: number,
  connections: readonly Connection[],
  workspaceIds: readonly string[],
  seed: number,
  edgeCases = false,
): GeneratedJob[] {
  const random = createRandom(seed, hash('jobs'));
  const sources = connections.filter(({ direction }) => direction === 'source');
  const destinations = connections.filter(({ direction }) => direction === 'destination');
  const taken = new Set<string>();
  const names = edgeCases ? [...jobNames, ...edgeCaseNames] : jobNames;
  return Array.from({ length: count }, (_, index) => {
    const source = index === 0 ? sources[0]! : random.pick(sources);
    const destination =
      index === 0 ? (destinations[0] ?? source) : random.pick(destinations.length > 0 ? destinations : sources);
    const [from, to] = edgeCases ? [source.id, destination.id] : [source.system.name, destination.system.name];
    const flaw = flaws[index - names.length];
    const drawn = names[index] ?? `${from} ${edgeCases ? '→' : 'to'} ${to}: ${random.pick(topics)}`;
    const base = flaw === undefined ? drawn : `Flaw: ${flaw.words}`;
    let jobName = base;
    for (let number = 2; taken.has(jobName); number++) jobName = `${base} (${number})`;
    taken.add(jobName);
    const jobId = `job_${random.hex(8)}`;
    const schedule = index === 0 ? { periodMs: 3_600_000, offsetMs: 0, cron: '0 * * * *' } : drawSchedule(random);
    const workspace = index % workspaceIds.length;
    return {
      record: {
        ...jobRecord(
          { index, jobId, jobName, workspaceId: workspaceIds[workspace]!, source, destination, schedule, edgeCases },
          random,
        ),
        ...flaw?.fields,
      },
      runner: createRunner({ jobId, jobName, source: source.id }, schedule.periodMs, seed),
      schedule,
      source,
      workspace,
    };
  });
}

interface JobParts {
  readonly index: number;
  readonly jobId: string;
  readonly jobName: string;
  readonly workspaceId: string;
  readonly source: Connection;
  readonly destination: Connection;
  readonly schedule: GeneratedSchedule;
  readonly edgeCases: boolean;
}

/** A record with only the fields of section 2.1. Its boolean switches are strings. */
function jobRecord(
  { index, jobId, jobName, workspaceId, source, destination, schedule, edgeCases }: JobParts,
  random: Random,
): WireRecord {
  const flag = (probability: number): string => String(random.chance(probability));
  const captured = source.system.kind === 'PostgreSQL' || source.system.kind === 'MySQL';
  const licensed = index % 17 !== 16;
  return {
    JobId: jobId,
    JobName: jobName,
    WorkspaceId: workspaceId,
    Source: source.id,
    Destination: destination.id,
    Scheduled: String(schedule.cron !== ''),
    ScheduledCron: schedule.cron,
    NotifyWindowsEvent: flag(0.1),
    SendEmailNotification: flag(0.4),
    NotifyEmailTo: 'data-team@example.com',
    NotifyEmailSubject: `Sync report: ${jobName}`,
    EmailErrorOnly: flag(0.7),
    Verbosity: random.pick(['0', '1', '2', '2', '3', '5']),
    TableNamePrefix: random.pick(['', '', 'stg_', 'raw_']),
    UseGmtDateTime: flag(0.5),
    TruncateTableData: flag(0.05),
    DropTable: flag(0.02),
    AutoTruncateStrings: 'true',
    ContinueOnError: flag(0.9),
    AlterSchema: flag(0.9),
    ReplicateInterval: random.pick(['180', '180', '30', '7', '100000']),
    ReplicateIntervalUnit: random.pick(['days', 'days', 'weeks', 'months', 'rows']),
    ReplicateStartDate: `20${random.int(19, 25)}-0${random.int(1, 9)}-01`,
    BatchSize: random.pick(['1000', '5000', '10000']),
    CommandTimeout: random.pick(['300', '300', '900']),
    DeletionBehavior: random.pick(['HardDelete', 'HardDelete', 'SoftDelete', 'Skip']),
    CacheSchema: random.pick(['public', 'raw', 'dbo']),
    Type: captured ? 'CDC' : 'Replicate',
    EnableParallelProcessing: flag(0.3),
    AutomaticJobRetry: 'true',
    WorkerPool: random.pick(['2', '2', '4', '8']),
    RowVersion: rowVersion(index, random.int(1, 1_000_000_000), edgeCases),
    HistoryMode: flag(0.15),
    'Label#': random.pick(['', 'nightly', 'critical,finance', 'gdpr', 'tier-1']),
    HistoryId: '0',
    LicenseState: licensed ? 'valid' : 'invalid',
    ...(!licensed && { LicenseMessage: 'The number of licensed connections is used up.' }),
    SkipFormulaFields: source.system.kind === 'CRM',
    ...(captured && {
      LogicalReplicationSlot: `slot_${jobId}`,
      PublicationName: `pub_${jobId}`,
      SnapshotSize: BigInt(random.int(1, 2_000_000_000)) * 8n,
      SkipSnapshot: random.chance(0.2),
    }),
    CDCEngineModeEnabled: captured,
    CanUpdate: 'true',
    CanRemove: flag(0.8),
    CanExecute: String(licensed),
  };
}

function rowVersion(index: number, drawn: number, edgeCases: boolean): bigint {
  if (index === beyondDoublesIndex) return beyondDoubles;
  return edgeCases ? beyondDoubles + BigInt(drawn) : BigInt(drawn);
}
