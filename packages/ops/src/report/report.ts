import type { Finding, LintReport } from '@syncline/jobs';
import type { FailureGroup } from '../diagnose/group-failures.ts';
import type { Freshness, Outcome, Volume } from '@syncline/runs';

/**
 * The state of a job, in the words of freshness: `error` needs attention, `unknown` needs it too, because the state is
 * not known, and `warn` is worth a look. The worst of its last run, its freshness and its volume counts.
 */
export type Result = Freshness['result'];

/** Every result, the most urgent first. */
export const results = ['error', 'unknown', 'warn', 'pass'] as const satisfies readonly Result[];

/** A run as a report shows it. */
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

/** The rows that the successes of a job moved, the oldest first. */
export interface JobVolume {
  readonly points: readonly VolumePoint[];
  /** How many points of the report's time are unusual */
  readonly outliers: number;
}

/** One job in a report. */
export interface ReportJob {
  readonly name: string;
  readonly result: Result;
  /** Why the result is not `pass`: phrases, the most urgent first */
  readonly because: readonly string[];
  /** The runs of the report's time, the oldest first */
  readonly runs: readonly ReportRun[];
  /** The last run that was read, which may be older than the report's time */
  readonly last: ReportRun | undefined;
  readonly freshness: ReportFreshness | undefined;
  readonly volume: JobVolume | undefined;
}

/** Runs that failed for one reason: those with one cause by `causes`, or with one fingerprint if none fits. */
export interface ReportFailures {
  /** The same for the same reason, in every report */
  readonly id: string;
  /** `unknown` if no rule fits */
  readonly cause: FailureGroup['cause'];
  readonly fingerprints: FailureGroup['fingerprints'];
  /** The words of the latest of its runs */
  readonly message: string;
  /** The runs, at least one, the oldest first */
  readonly runs: readonly ReportRun[];
}

/** The findings of one rule. */
export interface RuleFindings {
  readonly rule: string;
  readonly severity: Finding['severity'];
  readonly findings: readonly Finding[];
}

/** What the linter found. */
export interface ReportLint {
  /** The most serious rules first */
  readonly rules: readonly RuleFindings[];
  readonly counts: LintReport['counts'];
  /** The jobs whose definitions could not be read, each with why */
  readonly unread: LintReport['unread'];
}

/** What is different from an earlier report. */
export interface ReportChanges {
  /** When the earlier report was made, in milliseconds since 1970 */
  readonly since: number;
  /** Jobs that did not need attention then, and do now */
  readonly broke: readonly string[];
  /** Jobs that needed attention then, and do not now */
  readonly recovered: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Reasons for failures that were not there then */
  readonly newFailures: readonly ReportFailures[];
  /** The messages of failures that were there then, and are gone */
  readonly goneFailures: readonly string[];
  readonly newFindings: readonly Finding[];
  /** How many findings are gone */
  readonly fixedFindings: number;
}

/** What a report says. Everything on the page is made from it. */
export interface Report {
  /** The name of the environment in the configuration */
  readonly environment: string;
  /** When it was made, in milliseconds since 1970 */
  readonly at: number;
  /** The runs that it shows started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  /** What needs attention first */
  readonly jobs: readonly ReportJob[];
  /** How many runs of the report's time had each outcome */
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** The reasons for failures, the latest first */
  readonly failures: readonly ReportFailures[];
  /** Whether the configuration says how fresh jobs must be */
  readonly hasFreshness: boolean;
  /** Undefined if the definitions of the jobs were not read */
  readonly lint: ReportLint | undefined;
  /** Undefined without an earlier report */
  readonly changes: ReportChanges | undefined;
  /** What could not be read, one sentence each */
  readonly notes: readonly string[];
}

/** How many jobs have each result. */
export function countResults(jobs: readonly ReportJob[]): Readonly<Record<Result, number>> {
  const counts = { error: 0, unknown: 0, warn: 0, pass: 0 };
  for (const { result } of jobs) counts[result] += 1;
  return counts;
}

/** Whether nothing says how a job is doing: no run was found, and no entry of `freshness` fits it. */
export function isIdle({ last, freshness }: Pick<ReportJob, 'last' | 'freshness'>): boolean {
  return last === undefined && freshness === undefined;
}

/** Whether a job needs attention: something is wrong, or nobody can tell. */
export function needsAttention({ result }: Pick<ReportJob, 'result'>): boolean {
  return result === 'error' || result === 'unknown';
}
