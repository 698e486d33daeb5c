import { cleanText, toRfc3339 } from '@syncline/core/internal';
import { evaluateFreshness, type Freshness, isEnded, type Outcome, type RunEvent, type Volume } from '@syncline/runs';
import type { AlertReason, AlertRule } from '../config/alert-schema.ts';
import { policyFrom } from '../insight/freshness.ts';
import type { JudgedEntry } from '../insight/job-index.ts';
import type { Observation, RunTimes } from './alert-state.ts';
import type { AlertKind, AlertRun } from './webhooks/alert-event.ts';

/**
 * A run that is found later than this after its end is old, such as when a store is first filled, in milliseconds. A
 * message about it is sent only after an hour, and only if the problem still exists then.
 */
const late = 86_400_000;
/** How long no message is sent about a run that was found late, in milliseconds: later runs may follow soon. */
const quiet = 3_600_000;

/**
 * The observation in an event about a run. An outcome that is neither a success nor in the rule is neither good nor bad:
 * after a failure, a cancelled run does not mean that the problem is solved.
 *
 * @returns undefined if the run goes on, or has the same outcome as before
 */
export function observeRun(event: RunEvent, { on }: AlertRule): Observation | undefined {
  const { run, because, type, previous } = event;
  if (run.outcome === 'running' || (type === 'changed' && previous === run.outcome)) return undefined;
  const isBad = on.has(run.outcome as AlertReason);
  const isGood = run.outcome === 'succeeded' || run.outcome === 'warned';
  return {
    ...observationOf(event, 'run'),
    isBad: isBad || (isGood ? false : undefined),
    because: reasonsOf(because),
    ...(isBad ? { reason: run.outcome as AlertReason, run: alertRunOf(run) } : {}),
  };
}

/** Checks the volume of a run. It is neither good nor bad if the run did not succeed, or its volume cannot be judged. */
export function observeVolume(event: RunEvent, { result, expected }: Volume): Observation {
  const { run } = event;
  const [least = 0, most = 0] = expected ?? [];
  const usual = `${Math.ceil(least)} to ${Math.floor(most)} are usual`;
  return {
    ...observationOf(event, 'volume'),
    isBad: result === 'unknown' || run.outcome !== 'succeeded' ? undefined : result === 'warn',
    reason: 'volume',
    because: [`The run moved ${run.rows ?? 0} rows; ${usual}.`],
    run: alertRunOf(run),
  };
}

/** What every observation of a run says. */
function observationOf(event: RunEvent, kind: AlertKind) {
  const { run, at } = event;
  const quietUntil = at - (run.end ?? run.start) > late ? at + quiet : undefined;
  return { job: run.job, kind, at: Math.min(at, run.end ?? at), times: timesOf(event), quietUntil };
}

/**
 * When a run started and ended. No run starts or ends after it was found: a time in the far future must not make all
 * later runs older ones. If the service does not say when it ended, this is when it was found, if it was known before and
 * had not ended; otherwise it may have ended at any time since its start.
 */
function timesOf({ run, at, previous }: RunEvent): RunTimes {
  const start = Math.min(run.start, at);
  const end = run.end ?? (previous === undefined || isEnded(previous) ? undefined : at);
  const endsBy = Math.min(at, end ?? at);
  return { key: run.key, start, endsFrom: end === undefined ? start : endsBy, endsBy };
}

/** The reasons as texts. Two rules may read the same value, such as a word of the configuration that counts tasks. */
function reasonsOf(reasons: RunEvent['because']): readonly string[] {
  const texts = reasons.map(({ field, value, rule }) =>
    cleanText(rule === 'error' ? value : `${field} is ${JSON.stringify(value)}`, 300),
  );
  return [...new Set(texts)].slice(0, 5);
}

function alertRunOf({ key, outcome, status, start, end, rows, error }: RunEvent['run']): AlertRun {
  return {
    key: cleanText(key, 200),
    outcome: outcome satisfies Outcome,
    status,
    start: toTime(start),
    end: end === undefined ? undefined : toTime(end),
    rows,
    error,
  };
}

/** Parses a moment in RFC 3339. A moment that a Date cannot express becomes the earliest possible one. */
export function toTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

/**
 * The results for a job's last success and for its schedule. They are separate, so that one can have an open alert
 * without the other.
 */
export interface JudgedJob {
  readonly job: string;
  /** When it was judged, in milliseconds since 1970 */
  readonly at: number;
  /** Undefined if the entry has no cron, or the schedule of the job is not known */
  readonly schedule: Freshness | undefined;
  /** The age above which the data is stale, in milliseconds; undefined if the entry has no limit */
  readonly limit: number | undefined;
  readonly lastSuccess: number | undefined;
  readonly lastStart: number | undefined;
}

/** What the alerts need of a job that a job index has judged. */
export function judgedForAlerts({
  job,
  policy: jobPolicy,
  from,
  now,
  success,
  lastStart,
  freshness,
}: Pick<JudgedEntry, 'job' | 'policy' | 'from' | 'now' | 'success' | 'lastStart'> & {
  readonly freshness: Freshness;
}): JudgedJob {
  const { policy, limits } = jobPolicy;
  const scheduled = policyFrom({ ...policy, warnAfter: undefined, errorAfter: undefined }, from);
  const runs = success === undefined ? [] : [success];
  const judged = { ...freshness, before: now + 1 };
  return {
    job,
    at: now,
    schedule: policy.cron === undefined ? undefined : evaluateFreshness(scheduled, runs, now, judged),
    limit: limits.error ?? limits.warn,
    lastSuccess: success?.start,
    lastStart,
  };
}

/** The observations in the freshness of a job, for alerts. An unknown result is no observation. */
export function observeFreshness(judged: JudgedJob): readonly Observation[] {
  const { job, at, schedule, limit, lastSuccess, lastStart } = judged;
  const seen: Observation[] = [];
  if (limit !== undefined && lastSuccess !== undefined) {
    const isBad = at - lastSuccess > limit;
    seen.push({
      job,
      kind: 'stale',
      isBad,
      at: isBad ? lastSuccess + limit : at,
      reason: 'stale',
      because: isBad ? [`The last success started at ${toRfc3339(lastSuccess)}.`] : [],
      identity: String(lastSuccess),
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
