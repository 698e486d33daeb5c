import {
  evaluateFreshness,
  type Freshness,
  type FreshnessRun,
  type FreshnessPolicy,
  parseDuration,
} from '@syncline/runs';
import { toRfc3339 } from '../insight/format-time.ts';
import type { FreshnessEntry } from '../environment/environment.ts';
import { judgedJobs } from '../insight/judged-jobs.ts';
import type { Observation } from './alert-state.ts';

/** The parts of a run that freshness needs. `readHeads` of a store returns such runs. */
export interface JobRun extends FreshnessRun {
  readonly job: string;
}

/** The data for judging the freshness of all jobs. */
export interface FreshnessEvidence {
  /** `freshness` of `syncline.yaml`: the first entry that matches a job applies */
  readonly entries: readonly FreshnessEntry[];
  /** The jobs, each with its cron expression if it is scheduled. Jobs that have runs need not be listed */
  readonly jobs: ReadonlyMap<string, string | undefined>;
  /** The runs since `since` */
  readonly runs: readonly JobRun[];
  /** Scheduled runs that were due earlier are not judged, in milliseconds since 1970 */
  readonly since: number;
}

/**
 * The results for a job's last success and for its schedule. They are separate, so that one can have an open alert
 * without the other.
 */
export interface JudgedJob {
  readonly job: string;
  /** When it was judged, in milliseconds since 1970 */
  readonly at: number;
  /** Undefined if the entry has no limit */
  readonly age: Freshness | undefined;
  /** Undefined if the entry has no cron, or the schedule of the job is not known */
  readonly schedule: Freshness | undefined;
  /** The age above which the data is stale, in milliseconds */
  readonly limit: number;
  readonly lastSuccess: number | undefined;
  readonly lastStart: number | undefined;
}

/**
 * Judges the freshness of all jobs at a moment, for `alerts.evaluate`.
 *
 * @throws {ConfigError} when an entry cannot be used
 *
 * @example
 * ```ts
 * import { judgeFreshness } from '@syncline/ops';
 *
 * const now = Date.parse('2026-03-02T12:00:00Z');
 * const judged = judgeFreshness(
 *   {
 *     entries: [{ jobs: 'Orders*', errorAfter: '6h' }],
 *     jobs: new Map([['Orders', undefined]]),
 *     runs: [{ job: 'Orders', outcome: 'succeeded', start: Date.parse('2026-03-02T05:00:00Z') }],
 *     since: now - 7 * 86_400_000,
 *   },
 *   now,
 * );
 * console.log(judged[0]?.age?.result); // error
 * ```
 */
export function judgeFreshness({ entries, jobs, runs, since }: FreshnessEvidence, now: number): readonly JudgedJob[] {
  return judgedJobs({ entries, known: jobs, runs, since }).map(({ job, policy: { cron, ...policy }, runs: ofJob }) => {
    const limit = policy.errorAfter ?? policy.warnAfter;
    const started = ofJob.filter(({ start }) => start <= now);
    const isSuccess = ({ outcome }: JobRun) =>
      outcome === 'succeeded' || (outcome === 'warned' && policy.acceptWarned === true);
    return {
      job,
      at: now,
      age: limit === undefined ? undefined : evaluateFreshness(withoutSchedule(policy), ofJob, now),
      schedule: cron === undefined ? undefined : evaluateFreshness({ ...withoutAge(policy), cron }, ofJob, now),
      limit: limit === undefined ? Number.POSITIVE_INFINITY : parseDuration('freshness', limit),
      lastSuccess: latest(started.filter(isSuccess)),
      lastStart: latest(started),
    };
  });
}

/** The observations in the freshness of a job, for alerts. An unknown result is no observation. */
export function observeFreshness(judged: JudgedJob): readonly Observation[] {
  const { job, at, age, schedule, limit, lastSuccess, lastStart } = judged;
  const seen: Observation[] = [];
  if (age !== undefined && age.result !== 'unknown' && lastSuccess !== undefined) {
    const isBad = (age.ageMs ?? 0) > limit;
    const identity = String(lastSuccess);
    seen.push({
      job,
      kind: 'stale',
      isBad,
      at: isBad ? lastSuccess + limit : at,
      reason: 'stale',
      because: isBad ? [`The last success started at ${toRfc3339(lastSuccess)}.`] : [],
      identity,
    });
  }
  // Without a success, the result is unknown even if every run started in time. Only a cron expression that cannot be
  // read adds a second reason.
  const isReadable = schedule?.result !== 'unknown' || (lastSuccess === undefined && schedule.because.length === 1);
  if (schedule !== undefined && isReadable && (lastStart !== undefined || schedule.missed.length > 0)) {
    const missed = schedule.missed.filter((tick) => tick > (lastStart ?? Number.NEGATIVE_INFINITY));
    const last = missed.at(-1);
    seen.push({
      job,
      kind: 'missed',
      isBad: last !== undefined,
      at: missed[0] ?? lastStart ?? at,
      reason: 'missed',
      because: last === undefined ? [] : [`A run was due at ${toRfc3339(last)}, and did not start.`],
      identity: String(last ?? lastStart),
      count: last === undefined ? 1 : missed.length,
    });
  }
  return seen;
}

function withoutSchedule({ since: _since, early: _early, grace: _grace, ...policy }: FreshnessPolicy): FreshnessPolicy {
  return policy;
}

function withoutAge({ warnAfter: _warn, errorAfter: _error, ...policy }: FreshnessPolicy): FreshnessPolicy {
  return policy;
}

function latest(runs: readonly JobRun[]): number | undefined {
  return runs.length === 0
    ? undefined
    : runs.reduce((most, { start }) => Math.max(most, start), Number.NEGATIVE_INFINITY);
}
