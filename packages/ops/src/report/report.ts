import { formatCount } from '@syncline/core/internal';
import type { Finding, LintReport } from '@syncline/jobs';
import { type FailureGroup, failedOutcomes } from '../insight/failures.ts';
import type { Freshness, HourSummary, Outcome, Volume } from '@syncline/runs';

/**
 * The state of a job, in the terms of freshness: `error` needs attention, `unknown` needs attention because the state
 * is not known, and `warn` may need attention. It is the worst result of its last run, its freshness and its volume.
 */
export type Result = Freshness['result'];

/** Every result, the most urgent first. */
export const results = ['error', 'unknown', 'warn', 'pass'] as const satisfies readonly Result[];

/** A run in a report. */
export interface ReportRun {
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  /** Milliseconds since 1970 */
  readonly start: number;
  readonly end?: number | undefined;
  readonly rows?: number | undefined;
  readonly status: string;
  /** Empty if there is none */
  readonly error: string;
  /** @default there are none */
  readonly details?: string | undefined;
}

/** The freshness of a job in a report. */
export interface ReportFreshness extends Freshness {
  readonly limits: { readonly warn: number | undefined; readonly error: number | undefined };
}

/** One successful run in the chart of a job's volume. */
export interface VolumePoint {
  readonly run: ReportRun & { readonly rows: number };
  readonly volume: Volume;
}

/** The number of rows of a job's successes, oldest first. */
export interface JobVolume {
  readonly points: readonly VolumePoint[];
  /** How many points in the report's period are unusual */
  readonly outliers: number;
}

/** One job in a report. */
export interface ReportJob {
  readonly name: string;
  readonly result: Result;
  /** Why the result is not `pass`, as phrases, the most urgent first */
  readonly because: readonly string[];
  /** The same in a few words each, such as `stale: 6h, limit 2h` */
  readonly why: readonly string[];
  /** The runs in the report's period, oldest first; only the newest ones if there is `hours` */
  readonly runs: readonly ReportRun[];
  /** How many runs the period has; undefined if that was not counted */
  readonly count: number | undefined;
  /** All runs of the period by hour, if not all of them are in `runs` */
  readonly hours: readonly HourSummary[] | undefined;
  /** The last run, which may be older than the report's period */
  readonly last: ReportRun | undefined;
  /** Whether a run has ended. Otherwise, nothing is known about the job but its freshness */
  readonly hasEnded: boolean;
  readonly freshness: ReportFreshness | undefined;
  readonly volume: JobVolume | undefined;
}

/**
 * Runs that failed for the same reason: those with the same cause in `causes`, or with the same fingerprint if none
 * matches.
 */
export interface ReportFailures {
  /** An id that is the same for the same reason in every report */
  readonly id: string;
  /** `unknown` if no rule matches */
  readonly cause: FailureGroup['cause'];
  readonly fingerprints: FailureGroup['fingerprints'];
  /** The message of the latest run */
  readonly message: string;
  /** The runs, at least one, oldest first */
  readonly runs: readonly ReportRun[];
}

/** The findings of one rule. */
export interface RuleFindings {
  readonly rule: string;
  readonly severity: Finding['severity'];
  readonly findings: readonly Finding[];
}

/** The results of the linter. */
export interface ReportLint {
  /** The most serious rules first */
  readonly rules: readonly RuleFindings[];
  readonly counts: LintReport['counts'];
  /** The jobs whose definitions could not be read, each with the reason */
  readonly unread: LintReport['unread'];
  /** How often a rule for errors could not be checked for a job: its errors are not known */
  readonly uncheckedErrors: number;
}

/** The differences from an earlier report. */
export interface ReportChanges {
  /** When the earlier report was made, in milliseconds since 1970 */
  readonly since: number;
  /** Jobs that need attention now and did not before */
  readonly broke: readonly string[];
  /** Jobs that needed attention before and do not now */
  readonly recovered: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** New reasons for failures */
  readonly newFailures: readonly ReportFailures[];
  /** The messages of failures that no longer occur */
  readonly goneFailures: readonly string[];
  readonly newFindings: readonly Finding[];
  /** Number of findings that no longer occur */
  readonly fixedFindings: number;
}

/** The content of a report. The page is rendered from it. */
export interface FleetReport {
  /** The name of the environment in the configuration */
  readonly environment: string;
  /** When it was created, in milliseconds since 1970 */
  readonly at: number;
  /** The runs that it shows started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  /** The jobs, the most urgent first */
  readonly jobs: readonly ReportJob[];
  /** Number of runs in the report's period by outcome */
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** All runs of the period by hour, if not all of them were read */
  readonly hours: readonly HourSummary[] | undefined;
  /** The failures by reason, the latest first */
  readonly failures: readonly ReportFailures[];
  /** Whether the configuration says how fresh jobs must be */
  readonly hasFreshness: boolean;
  /** Undefined if the definitions of the jobs were not read */
  readonly lint: ReportLint | undefined;
  /** Undefined without an earlier report */
  readonly changes: ReportChanges | undefined;
  /** Sentences about what could not be read */
  readonly notes: readonly string[];
  /** Whether every record could be read as a run. Otherwise, the last run of any job may be one that could not */
  readonly isComplete: boolean;
}

/** How much of a report a page shows. */
export interface PageLimits {
  /** Maximum number of jobs with a row of their own */
  readonly jobs: number;
  /** Number of runs of each in the data of the page, the newest */
  readonly runs: number;
  readonly isLive: boolean;
}

/** The jobs with a row of their own: those whose runs were read or counted, the most urgent first. */
export function shownJobs({ jobs }: Pick<FleetReport, 'jobs'>, { jobs: most }: PageLimits): readonly ReportJob[] {
  return jobs.filter(({ count }) => count !== undefined).slice(0, most);
}

/** Number of jobs by result. */
export function countResults(jobs: readonly ReportJob[]): Readonly<Record<Result, number>> {
  const counts = { error: 0, unknown: 0, warn: 0, pass: 0 };
  for (const { result } of jobs) counts[result] += 1;
  return counts;
}

/** Number of runs of the period that failed: all of them, also if only some are grouped by reason. */
export function countFailures({ outcomes }: Pick<FleetReport, 'outcomes'>): number {
  return failedOutcomes.reduce((sum, outcome) => sum + outcomes[outcome], 0);
}

/** Whether nothing is known about a job: no run has ended, and it matches no entry of `freshness`. */
export function isIdle({ hasEnded, freshness }: Pick<ReportJob, 'hasEnded' | 'freshness'>): boolean {
  return !hasEnded && freshness === undefined;
}

/** Whether a job needs attention: its result is an error or unknown. */
export function needsAttention({ result }: Pick<ReportJob, 'result'>): boolean {
  return result === 'error' || result === 'unknown';
}

/** The answer in one sentence: `12 of 240 jobs need attention`. */
export function headline({ jobs }: Pick<FleetReport, 'jobs'>): string {
  const { length: all } = jobs;
  const wanting = jobs.filter(needsAttention).length;
  if (all === 0) return 'No jobs found';
  if (jobs.every(isIdle))
    return all === 1 ? 'The job has no finished run' : `None of ${formatCount(all)} jobs has a finished run`;
  if (wanting === all && all > 1) return `All ${formatCount(all)} jobs need attention`;
  if (wanting > 0)
    return `${formatCount(wanting)} of ${formatCount(all)} ${all === 1 ? 'job' : 'jobs'} need${wanting === 1 ? 's' : ''} attention`;
  const idle = jobs.filter(isIdle).length;
  if (idle > 0)
    return `${formatCount(all - idle)} of ${formatCount(all)} jobs ${all - idle === 1 ? 'is' : 'are'} doing well`;
  return all === 1 ? '1 job is doing well' : `All ${formatCount(all)} jobs are doing well`;
}
