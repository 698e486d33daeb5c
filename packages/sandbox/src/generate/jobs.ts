import type { WireRecord } from '../data/records.ts';
import { drawFields, fieldRandom, type FieldValue, hash, type Random } from '../random/random.ts';
import { createRunner, type Runner } from '../runs/run.ts';
import type { Connection } from './connectors.ts';
import { edgeCaseNames, flaws, jobNames, topics } from './vocabulary.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The epoch (1 January 1970) was a Thursday. Weeks are counted from the Sunday before it. */
const sundayMs = -4 * dayMs;

/**
 * When a generated job starts: every `periodMs`, `offsetMs` after the epoch. `cron` is the same schedule as a cron
 * expression; it is empty for a manual job.
 */
interface GeneratedSchedule {
  readonly periodMs: number;
  readonly offsetMs: number;
  readonly cron: string;
}

/** Draws a schedule: every 15 minutes, hour, six hours, day or week, or started manually from time to time. */
function drawSchedule(random: Random): GeneratedSchedule {
  const minute = random.int(0, 59);
  const hour = random.int(0, 23);
  const day = random.int(0, 6);
  const shape = random.int(1, 100);
  if (shape <= 8) return { periodMs: 15 * minuteMs, offsetMs: 0, cron: '*/15 * * * *' };
  if (shape <= 34) return { periodMs: hourMs, offsetMs: minute * minuteMs, cron: `${minute} * * * *` };
  if (shape <= 48) return { periodMs: 6 * hourMs, offsetMs: minute * minuteMs, cron: `${minute} */6 * * *` };
  if (shape <= 80)
    return { periodMs: dayMs, offsetMs: hour * hourMs + minute * minuteMs, cron: `${minute} ${hour} * * *` };
  if (shape <= 90)
    return {
      periodMs: 7 * dayMs,
      offsetMs: sundayMs + day * dayMs + hour * hourMs + minute * minuteMs,
      cron: `${minute} ${hour} * * ${day}`,
    };
  return { periodMs: 53 * hourMs + 7 * minuteMs, offsetMs: minute * minuteMs + random.int(1, 59) * 1000, cron: '' };
}

/** The last start at or before a moment. */
export function lastStart({ periodMs, offsetMs }: GeneratedSchedule, atMs: number): number {
  return offsetMs + Math.floor((atMs - offsetMs) / periodMs) * periodMs;
}

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
  const sources = connections.filter(({ direction }) => direction === 'source');
  const destinations = connections.filter(({ direction }) => direction === 'destination');
  const uses = new Map<string, number>();
  const ids = new Set<string>();
  const names = edgeCases ? [...jobNames, ...edgeCaseNames] : jobNames;
  return Array.from({ length: count }, (_, index) => {
    const flaw = flaws[index - names.length];
    const named = names[index] ?? (flaw && `Flaw: ${flaw.words}`);
    // A job is known by its name, or by its number among the jobs without one: another named job changes none of them.
    const random = fieldRandom(seed, 'job', named === undefined ? index - names.length - flaws.length : hash(named));
    const source = index === 0 ? sources[0]! : random('Source').pick(sources);
    const destination =
      index === 0
        ? (destinations[0] ?? source)
        : random('Destination').pick(destinations.length > 0 ? destinations : sources);
    const [from, to] = edgeCases ? [source.id, destination.id] : [source.system.name, destination.system.name];
    const base = named ?? `${from} ${edgeCases ? '→' : 'to'} ${to}: ${random('JobName').pick(topics)}`;
    const use = (uses.get(base) ?? 0) + 1;
    uses.set(base, use);
    const jobName = use === 1 ? base : `${base} (${use})`;
    const id = random('JobId');
    let jobId = `job_${id.hex(8)}`;
    while (ids.has(jobId)) jobId = `job_${id.hex(8)}`;
    ids.add(jobId);
    const schedule =
      index === 0 ? { periodMs: 3_600_000, offsetMs: 0, cron: '0 * * * *' } : drawSchedule(random('ScheduledCron'));
    const workspace = index % workspaceIds.length;
    return {
      record: {
        ...drawFields(
          jobFields,
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

/** What the fields of a job are made from. */
export interface JobParts {
  readonly index: number;
  readonly jobId: string;
  readonly jobName: string;
  readonly workspaceId: string;
  readonly source: Connection;
  readonly destination: Connection;
  readonly schedule: GeneratedSchedule;
  readonly edgeCases: boolean;
}

const flag =
  (probability: number): FieldValue<JobParts> =>
  (_, random) =>
    String(random().chance(probability));

const oneOf =
  (...values: readonly string[]): FieldValue<JobParts> =>
  (_, random) =>
    random().pick(values);

const isCaptured = ({ source }: JobParts): boolean =>
  source.system.kind === 'PostgreSQL' || source.system.kind === 'MySQL';
const isLicensed = ({ index }: JobParts): boolean => index % 17 !== 16;

/** The fields of a job record: only those of section 2.1. Its boolean switches are strings. */
export const jobFields: Readonly<Record<string, FieldValue<JobParts>>> = {
  JobId: ({ jobId }) => jobId,
  JobName: ({ jobName }) => jobName,
  WorkspaceId: ({ workspaceId }) => workspaceId,
  Source: ({ source }) => source.id,
  Destination: ({ destination }) => destination.id,
  Scheduled: ({ schedule }) => String(schedule.cron !== ''),
  ScheduledCron: ({ schedule }) => schedule.cron,
  NotifyWindowsEvent: flag(0.1),
  SendEmailNotification: flag(0.4),
  NotifyEmailTo: () => 'data-team@example.com',
  NotifyEmailSubject: ({ jobName }) => `Sync report: ${jobName}`,
  EmailErrorOnly: flag(0.7),
  Verbosity: oneOf('0', '1', '2', '2', '3', '5'),
  TableNamePrefix: oneOf('', '', 'stg_', 'raw_'),
  UseGmtDateTime: flag(0.5),
  TruncateTableData: flag(0.05),
  DropTable: flag(0.02),
  AutoTruncateStrings: () => 'true',
  ContinueOnError: flag(0.9),
  AlterSchema: flag(0.9),
  ReplicateInterval: oneOf('180', '180', '30', '7', '100000'),
  ReplicateIntervalUnit: oneOf('days', 'days', 'weeks', 'months', 'rows'),
  ReplicateStartDate(_, random) {
    const draw = random();
    return `20${draw.int(19, 25)}-0${draw.int(1, 9)}-01`;
  },
  BatchSize: oneOf('1000', '5000', '10000'),
  CommandTimeout: oneOf('300', '300', '900'),
  DeletionBehavior: oneOf('HardDelete', 'HardDelete', 'SoftDelete', 'Skip'),
  CacheSchema: oneOf('public', 'raw', 'dbo'),
  Type: (job) => (isCaptured(job) ? 'CDC' : 'Replicate'),
  EnableParallelProcessing: flag(0.3),
  AutomaticJobRetry: () => 'true',
  WorkerPool: oneOf('2', '2', '4', '8'),
  RowVersion({ index, edgeCases }, random) {
    if (index === beyondDoublesIndex) return beyondDoubles;
    const drawn = BigInt(random().int(1, 1_000_000_000));
    return edgeCases ? beyondDoubles + drawn : drawn;
  },
  HistoryMode: flag(0.15),
  'Label#': oneOf('', 'nightly', 'critical,finance', 'gdpr', 'tier-1'),
  HistoryId: () => '0',
  LicenseState: (job) => (isLicensed(job) ? 'valid' : 'invalid'),
  LicenseMessage: (job) => (isLicensed(job) ? undefined : 'The number of licensed connections is used up.'),
  SkipFormulaFields: ({ source }) => source.system.kind === 'CRM',
  LogicalReplicationSlot: (job) => (isCaptured(job) ? `slot_${job.jobId}` : undefined),
  PublicationName: (job) => (isCaptured(job) ? `pub_${job.jobId}` : undefined),
  SnapshotSize: (job, random) => (isCaptured(job) ? BigInt(random().int(1, 2_000_000_000)) * 8n : undefined),
  SkipSnapshot: (job, random) => (isCaptured(job) ? random().chance(0.2) : undefined),
  CDCEngineModeEnabled: isCaptured,
  CanUpdate: () => 'true',
  CanRemove: flag(0.8),
  CanExecute: (job) => String(isLicensed(job)),
};
