import {
  ConfigError,
  type Duration,
  formatDuration,
  isConfigError,
  type OptionNames,
  ownOptions,
  parseDuration,
} from '@syncline/core/internal';
import type { Outcome } from '../outcome/outcome.ts';
import { correctRun } from '../reading/reading-rules.ts';
import type { CronOptions } from '../schedule/cron-dialect.ts';
import { type Schedule, scheduleOf, type Tick } from '../schedule/create-schedule.ts';
import { readTimestamp } from '../time/timestamp.ts';

/** When the data of one job counts as fresh. It needs at least one of `warnAfter`, `errorAfter` and `cron`. */
export interface FreshnessPolicy {
  /** The age of the last success above which the result is `warn`. An age that equals the limit passes. */
  readonly warnAfter?: Duration | undefined;
  /** The age of the last success above which the result is `error`. */
  readonly errorAfter?: Duration | undefined;
  /** The job's schedule. A tick (a scheduled time) for which no run started is an error. Needs `since`. */
  readonly cron?: (CronOptions & { readonly expression: string }) | undefined;
  /** Ticks before this time are not checked, for example because the history does not reach further back. */
  readonly since?: string | number | Date | undefined;
  /** How long before its scheduled time a run may start. @default 0 */
  readonly early?: Duration | undefined;
  /** How long after its scheduled time a run may start. A tick is checked when this time has passed. @default '5m' */
  readonly grace?: Duration | undefined;
  /** Whether a run that ended with a warning is a success. @default false */
  readonly acceptWarned?: boolean | undefined;
  /** Whether a tick is skipped, not missed, if a run of the job was running. @default false */
  readonly skipWhileRunning?: boolean | undefined;
}

/** The part of a run that freshness needs. */
export interface FreshnessRun {
  /** When the run started, in milliseconds since 1970. */
  readonly start: number;
  /** When it ended. Undefined if it is running, or if the end is unknown. */
  readonly end?: number | undefined;
  readonly outcome: Outcome;
}

/** Whether the data of a job is fresh. */
export interface Freshness {
  /**
   * `pass`, `warn`, `error`, or `unknown` if there was no success and no tick was missed, or if the cron expression
   * cannot be read
   */
  readonly result: 'pass' | 'warn' | 'error' | 'unknown';
  /** Ticks for which no run started, in milliseconds since 1970. */
  readonly missed: readonly number[];
  /** Ticks that came while a run was running. Empty without `skipWhileRunning`. */
  readonly skipped: readonly number[];
  /**
   * Milliseconds since the start of the last success; undefined without one. This success does not include rows that
   * were added later.
   */
  readonly ageMs: number | undefined;
  /** One sentence for each reason why the result is not `pass`. */
  readonly because: readonly string[];
}

/** What an earlier evaluation found about the schedule of a job. */
export interface JudgedTicks {
  /** The moment before which all ticks were checked, and no change of a run concerns them */
  readonly before: number;
  /** `missed` and `skipped` of the earlier evaluation */
  readonly missed: readonly number[];
  readonly skipped: readonly number[];
}

const policyNames: OptionNames<FreshnessPolicy> = {
  warnAfter: 1,
  errorAfter: 1,
  cron: 1,
  since: 1,
  early: 1,
  grace: 1,
  acceptWarned: 1,
  skipWhileRunning: 1,
};

/**
 * Checks whether the data of one job is fresh: by the age of its last success, by its schedule, or by both. The age
 * counts from the start of the last successful run. For each tick of the schedule whose grace period has passed, a run
 * must have started, regardless of its outcome; one run counts for one tick.
 *
 * @param runs - the runs of the job, in any order
 * @param now - the time to check, in milliseconds since 1970
 * @param judged - ticks that need not be checked again, so that a long history need not be read again. @default none
 * @throws ConfigError if the policy cannot be used. A cron expression that cannot be read is not an error, because it
 *   comes from a job: the result is then `unknown`, or worse
 *
 * @example
 * ```ts
 * import { evaluateFreshness } from '@syncline/runs';
 *
 * const now = Date.parse('2026-03-02T09:00:00Z');
 * const runs = [{ start: Date.parse('2026-03-02T05:00:00Z'), outcome: 'succeeded' as const }];
 * evaluateFreshness({ warnAfter: '3h', errorAfter: '6h' }, runs, now).result; // "warn"
 * ```
 */
export function evaluateFreshness(
  policy: FreshnessPolicy,
  runs: readonly FreshnessRun[],
  now: number,
  judged?: JudgedTicks,
): Freshness {
  const checked = ownOptions(policy, policyNames, 'policy');
  const limits = readPolicy(checked);
  if (!Number.isFinite(now)) throw new ConfigError('now', 'must be milliseconds since 1970');
  const started = runs
    .flatMap((run) => correctRun(run) ?? [])
    .filter(({ start }) => start <= now)
    .sort((a, b) => a.start - b.start);
  const isSuccess = ({ outcome }: FreshnessRun): boolean =>
    outcome === 'succeeded' || (outcome === 'warned' && checked.acceptWarned === true);
  const last = started.findLast(isSuccess);
  const ageMs = last && now - last.start;
  const reasons: string[] = [];

  const { missed, skipped, problem } = judgeSchedule(checked, limits, started, now, judged);
  if (missed.length > 0)
    reasons.push(`${missed.length} scheduled ${missed.length === 1 ? 'run is' : 'runs are'} missing`);
  if (problem !== undefined) reasons.push(problem);
  const ageResult = judgeAge(ageMs, limits);
  if (ageResult !== 'pass') {
    const limit = ageResult === 'error' ? limits.errorAfter : limits.warnAfter;
    reasons.push(`older than ${formatDuration(limit)} (the last success started ${formatDuration(ageMs ?? 0)} ago)`);
  }
  if (last === undefined) reasons.push('no run has succeeded');

  const result =
    missed.length > 0 || ageResult === 'error'
      ? 'error'
      : last === undefined || problem !== undefined
        ? 'unknown'
        : ageResult;
  return { result, missed, skipped, ageMs, because: reasons };
}

interface Limits {
  readonly warnAfter: number;
  readonly errorAfter: number;
  readonly early: number;
  readonly grace: number;
}

function readPolicy({ warnAfter, errorAfter, cron, since, early = 0, grace = 300_000 }: FreshnessPolicy): Limits {
  if (warnAfter === undefined && errorAfter === undefined && cron === undefined)
    throw new ConfigError('policy', 'needs at least one of warnAfter, errorAfter and cron');
  if (cron !== undefined && since === undefined)
    throw new ConfigError(
      'since',
      'must be set with a cron, because scheduled times before the first known run do not count as missed',
    );
  const limits = {
    warnAfter: warnAfter === undefined ? Number.POSITIVE_INFINITY : parseDuration('warnAfter', warnAfter),
    errorAfter: errorAfter === undefined ? Number.POSITIVE_INFINITY : parseDuration('errorAfter', errorAfter),
    early: parseDuration('early', early),
    grace: parseDuration('grace', grace),
  };
  if (errorAfter !== undefined && warnAfter !== undefined && limits.warnAfter > limits.errorAfter)
    throw new ConfigError('warnAfter', 'must not be longer than errorAfter');
  return limits;
}

function judgeAge(ageMs: number | undefined, { warnAfter, errorAfter }: Limits): 'pass' | 'warn' | 'error' {
  if (ageMs === undefined) return 'pass';
  if (ageMs > errorAfter) return 'error';
  return ageMs > warnAfter ? 'warn' : 'pass';
}

function judgeSchedule(
  { cron, since, skipWhileRunning = false }: FreshnessPolicy,
  { early, grace }: Limits,
  runs: readonly FreshnessRun[],
  now: number,
  judged: JudgedTicks = { before: Number.NEGATIVE_INFINITY, missed: [], skipped: [] },
): { missed: readonly number[]; skipped: readonly number[]; problem?: string } {
  if (cron === undefined) return { missed: [], skipped: [] };
  const from = readTimestamp(since, cron.timeZone, 'cron.timeZone');
  if (from === undefined) throw new ConfigError('since', 'must be a timestamp');
  let schedule: Schedule;
  try {
    schedule = scheduleOf(cron);
  } catch (error) {
    if (!isConfigError(error) || error.option !== 'cron') throw error;
    return { missed: [], skipped: [], problem: error.message };
  }
  const isDue = ({ until }: Tick): boolean => until + grace < now;
  const isKept = (at: number): boolean => at >= from && at < judged.before;
  const ticks = schedule.ticks(Math.max(from, judged.before) - 1, now).filter(isDue);
  const wasRunning = (at: number): boolean =>
    skipWhileRunning &&
    runs.some(({ start, end, outcome }) => start < at && (end === undefined ? outcome === 'running' : end > at));
  const windows = ticks.map(({ at, until }) => ({ at, from: at - early, to: until + grace }));
  // A tick that may be skipped takes only a run that no other tick needs.
  const required = matchTicks(
    windows.filter(({ at }) => !wasRunning(at)),
    runs.map(({ start }) => start),
  );
  const optional = matchTicks(
    windows.filter(({ at }) => wasRunning(at)),
    required.unused,
  );
  return {
    missed: [...judged.missed.filter(isKept), ...required.unserved.map(({ at }) => at)],
    skipped: [...judged.skipped.filter(isKept), ...optional.unserved.map(({ at }) => at)],
  };
}

/** A tick, and the first and last moment at which its run may start. */
export interface TickWindow {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Assigns each run to at most one tick, so that as many ticks as possible have a run. From the last run to the first, a
 * run takes the open window that begins last, so that it serves the latest tick that needs it.
 *
 * @param ticks - in the order of their `from`
 * @param starts - when runs started, in order
 * @returns the ticks without a run, and the runs without a tick, each in order
 */
export function matchTicks(
  ticks: readonly TickWindow[],
  starts: readonly number[],
): { readonly unserved: readonly TickWindow[]; readonly unused: readonly number[] } {
  const byEnd = [...ticks].sort((left, right) => right.to - left.to);
  const open: TickWindow[] = [];
  const unserved = new Set(ticks);
  const unused: number[] = [];
  let next = 0;
  for (const start of starts.toReversed()) {
    for (let tick = byEnd[next]; tick !== undefined && tick.to >= start; tick = byEnd[next]) {
      // Windows have nearly equal lengths, so the new one is almost always the first to begin.
      let index = open.length;
      while (index > 0 && (open[index - 1] as TickWindow).from < tick.from) index -= 1;
      open.splice(index, 0, tick);
      next += 1;
    }
    let tick = open.shift();
    while (tick !== undefined && tick.from > start) tick = open.shift();
    if (tick === undefined) unused.push(start);
    else unserved.delete(tick);
  }
  return { unserved: [...unserved], unused: unused.reverse() };
}
