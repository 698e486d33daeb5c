import { groupBy, ownOptions, withPossibleLast } from '@syncline/core/internal';
import type { LintReport } from '@syncline/jobs';
import {
  detectVolume,
  type HourSummary,
  type Outcome,
  outcomes,
  type VolumeOptions,
  type VolumeRun,
} from '@syncline/runs';
import { type CauseRule, collectFailures, wordsOf } from '../insight/failures.ts';
import type { JobFreshness } from '../insight/freshness.ts';
import { compareReports, type EarlierReport } from './earlier-report.ts';
import { judgeJob } from './judge-job.ts';
import { finish } from '../pause.ts';
import { countRuns, type StoredFacts, summarizedRun } from './stored-facts.ts';
import {
  type FleetReport,
  type JobVolume,
  needsAttention,
  type ReportFailures,
  type ReportJob,
  type ReportLint,
  type ReportRun,
  results,
  type RuleFindings,
  type VolumePoint,
} from './report.ts';

/** The data of a report. */
export interface ReportFacts {
  /** The name of the environment in the configuration */
  readonly environment: string;
  /** The moment of the report, in milliseconds since 1970 */
  readonly now: number;
  /** The report shows runs that started at this moment or later, in milliseconds since 1970 */
  readonly since: number;
  /** The runs, oldest first. Those before `since` are used only for freshness and volume */
  readonly runs: readonly ReportRun[];
  /** The names of jobs that exist, so that those without a run are shown. @default the jobs of the runs */
  readonly jobs?: Iterable<string> | undefined;
  /** The result of `evaluateJobs`. @default the report has no freshness */
  readonly freshness?: readonly Omit<JobFreshness<unknown>, 'last' | 'isScheduled'>[] | undefined;
  /** `causes` of the configuration, for grouping failures. @default all are grouped by fingerprint */
  readonly causes?: readonly CauseRule[] | undefined;
  /** `volume` of the configuration. @default the options of `detectVolume` */
  readonly volume?: VolumeOptions | undefined;
  /** The result of `lintJobs`. @default the report has no findings */
  readonly lint?: LintReport | undefined;
  /** An earlier report. @default nothing is compared */
  readonly earlier?: EarlierReport | undefined;
  /** Sentences about what could not be read. @default none */
  readonly notes?: readonly string[] | undefined;
  /** Whether every record could be read as a run. @default true */
  readonly isComplete?: boolean | undefined;
  /** What a store knows of all runs, if `runs` are only some of them. @default `runs` are all */
  readonly stored?: StoredFacts | undefined;
}

const factNames = {
  environment: 1,
  now: 1,
  since: 1,
  runs: 1,
  jobs: 1,
  freshness: 1,
  causes: 1,
  volume: 1,
  lint: 1,
  earlier: 1,
  notes: 1,
  isComplete: 1,
  stored: 1,
};

const severities: readonly RuleFindings['severity'][] = ['error', 'warn', 'info'];

/**
 * Creates the content of a report: each job with its result and its reasons, failures by cause and fingerprint,
 * freshness, volume, findings, and the differences from an earlier report. It is a pure function of its arguments.
 *
 * @example
 * ```ts
 * import { createReport, renderPage } from '@syncline/ops';
 *
 * const now = Date.parse('2026-03-02T12:00:00Z');
 * const run = { key: '17', job: 'Orders', start: now - 3_600_000, end: now - 3_000_000, rows: 12, status: 'SUCCESS' };
 * const report = createReport({
 *   environment: 'production',
 *   now,
 *   since: now - 7 * 86_400_000,
 *   runs: [{ ...run, outcome: 'succeeded', error: '' }],
 * });
 * console.log(renderPage(report).includes('1 job is doing well')); // true
 * ```
 */
export function createReport(data: ReportFacts): FleetReport {
  return finish(reportSteps(data));
}

const noRuns: readonly ReportRun[] = [];

/** Creates a report in steps of one job, so that a server can do other work in between. */
export function* reportSteps(data: ReportFacts): Generator<undefined, FleetReport> {
  const facts = ownOptions(data, factNames, 'facts');
  const { environment, now, since, runs, freshness, lint, earlier, stored, notes = [], isComplete = true } = facts;
  const byJob = groupBy(withPossibleLast(runs, now), ({ job }) => job);
  yield;
  const summaries = new Map(stored?.summaries.map((summary) => [summary.job, summary]));
  yield;
  const freshnessOf = new Map(freshness?.map((each) => [each.job, each]));
  yield;
  const names = new Set(facts.jobs);
  for (const known of [freshnessOf, byJob, summaries]) {
    for (const name of known.keys()) names.add(name);
    yield;
  }
  const judged = (name: string): ReportJob => {
    const read = byJob.get(name) ?? noRuns;
    const summary = summaries.get(name);
    // The last run of a job whose runs were not read is in its summary, without its message.
    const jobRuns = read.length === 0 && summary !== undefined ? [summarizedRun(summary)] : read;
    const hours = stored?.jobHours.get(name);
    const inPeriod = read.filter(({ start }) => start >= since);
    const ofJob = freshnessOf.get(name);
    const volume = findOutliers(jobRuns, since, facts.volume);
    return {
      name,
      ...judgeJob(jobRuns, ofJob, volume),
      runs: inPeriod,
      count:
        read.length === 0 && summary !== undefined
          ? undefined
          : hours === undefined
            ? inPeriod.length
            : countRuns(hours),
      hours,
      last: jobRuns.at(-1),
      hasEnded: jobRuns.some(({ outcome }) => outcome !== 'running') || summary?.streak !== undefined,
      freshness: ofJob,
      volume,
    };
  };
  const jobs: ReportJob[] = [];
  for (const name of names) {
    jobs.push(judged(name));
    yield;
  }
  const compare = byUrgency(jobs.length <= mostNatural ? byName() : () => 0);
  const sorted: ReportJob[] = [];
  for (const result of results) {
    sorted.push(...jobs.filter((job) => job.result === result).sort(compare));
    yield;
  }
  const shown = runs.filter(({ start }) => start >= since);
  yield;
  const failures = failuresOf(stored?.failures ?? shown, facts.causes);
  yield;
  return {
    environment,
    at: now,
    since,
    jobs: sorted,
    outcomes: stored === undefined ? countOutcomes(shown) : sumOutcomes(stored.hours),
    hours: stored?.hours,
    failures,
    hasFreshness: freshness !== undefined,
    lint: lint && byRule(lint),
    changes: earlier && compareReports(earlier, { jobs: sorted, failures, lint, isComplete }),
    notes: [...notes, ...(stored?.notes ?? [])],
    isComplete,
  };
}

/**
 * Number of successes that a run is compared with. It is limited, so that a job that grew slowly is compared with its
 * recent runs.
 */
const comparedWith = 50;
/** Maximum number of points in a chart. */
const mostPoints = 60;

/**
 * Compares the rows of each success with those of the 50 before it. An unusual run is not used in the comparison of
 * later runs.
 *
 * @param runs - the runs of one job, oldest first
 * @param since - outliers that started earlier are shown, but not counted
 * @param options - `volume` of the configuration
 * @returns undefined if no success has a number of rows
 */
function findOutliers(runs: readonly ReportRun[], since: number, options?: VolumeOptions): JobVolume | undefined {
  const earlier: VolumeRun[] = [];
  const points: VolumePoint[] = [];
  let outliers = 0;
  for (const run of runs) {
    const { rows, outcome, start } = run;
    if (outcome !== 'succeeded' || rows === undefined) continue;
    const volume = detectVolume({ rows, outcome }, earlier, options);
    const flagged = volume.result === 'warn';
    if (!flagged) earlier.push({ rows, outcome });
    if (earlier.length > comparedWith) earlier.shift();
    if (flagged && start >= since) outliers += 1;
    points.push({ run: run as VolumePoint['run'], volume });
  }
  return points.length === 0 ? undefined : { points: points.slice(-mostPoints), outliers };
}

/** The groups of failures, the one with the latest run first. */
function failuresOf(runs: readonly ReportRun[], causes: readonly CauseRule[] | undefined): readonly ReportFailures[] {
  const latest = ({ runs: groupRuns }: ReportFailures): number => groupRuns.at(-1)?.start ?? 0;
  return collectFailures(runs, causes)
    .map((group) => ({ ...group, message: wordsOf(group.runs.at(-1)!) }))
    .sort((left, right) => latest(right) - latest(left) || right.runs.length - left.runs.length);
}

/**
 * Takes a tenth of the time of `localeCompare`, which took half of the time of a report on 10,000 jobs. Created for a
 * report only, because that takes longer than the rest of this module.
 */
const byName = (): Intl.Collator['compare'] => new Intl.Collator('en', { numeric: true }).compare;

/** More names than this are in the order of their code units, which takes a tenth of the time. */
const mostNatural = 2_000;

/** Orders jobs of the same result: those that need attention by their last run, the newest first, then by name. */
function byUrgency(compareNames: (left: string, right: string) => number) {
  return (left: ReportJob, right: ReportJob): number =>
    (needsAttention(left) ? (right.last?.start ?? 0) - (left.last?.start ?? 0) : 0) ||
    compareNames(left.name, right.name) ||
    (left.name < right.name ? -1 : 1);
}

function countOutcomes(runs: readonly ReportRun[]): Readonly<Record<Outcome, number>> {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  for (const { outcome } of runs) counts[outcome] += 1;
  return counts;
}

function sumOutcomes(hours: readonly HourSummary[]): Readonly<Record<Outcome, number>> {
  const sum = (outcome: Outcome): number => hours.reduce((all, { runs }) => all + (runs[outcome] ?? 0), 0);
  return Object.fromEntries(outcomes.map((outcome) => [outcome, sum(outcome)])) as Record<Outcome, number>;
}

function byRule({ findings, counts, unread, notChecked, rules: applied }: LintReport): ReportLint {
  const rules = [...groupBy(findings, ({ rule }) => rule)].map(
    ([rule, found]): RuleFindings => ({ rule, severity: found[0]!.severity, findings: found }),
  );
  const forErrors = new Set(applied.filter(({ severity }) => severity === 'error').map(({ id }) => id));
  return {
    rules: rules.sort(
      (left, right) =>
        severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
        right.findings.length - left.findings.length,
    ),
    counts,
    unread,
    uncheckedErrors: notChecked.filter(({ rule }) => forErrors.has(rule)).length,
  };
}
