import { ConfigError, notify } from '@syncline/core/internal';
import { isEnded, type Outcome, outcomes } from '../outcome/outcome.ts';
import { addDuration, createJobNumbers, type JobNumbers, metricFamilies, type MetricFamily } from './metric-family.ts';
import { labelValueOf, otherJobs, readMetricsOptions, type RunMetricsOptions } from './run-metrics-options.ts';

/** The part of a run that the metrics need. Runs from a store and from an event have it. */
export interface MeasuredRun {
  /** The key of the run. It is never a label. */
  readonly key: string;
  readonly job: string;
  readonly outcome: Outcome;
  /** When it started, in milliseconds since 1970 */
  readonly start: number;
  /** When it ended. Without it, the run has no duration. */
  readonly end?: number | undefined;
  /** Number of rows that it moved */
  readonly rows?: number | undefined;
}

/** The part of a tracker event that the metrics need. */
export interface MeasuredEvent {
  readonly id: string;
  /** `gap` and `truncated` are counted. For other events, only the run is used. */
  readonly type: string;
  readonly run?: MeasuredRun | undefined;
  /** For a `gap`: the run that the service no longer returns. It no longer counts as running */
  readonly key?: string | undefined;
}

/** A run whose duration was counted. */
export interface MeasuredDuration {
  readonly seconds: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** Counts runs. */
export interface RunMetrics {
  /**
   * Counts an event of the tracker. An event that is delivered again changes nothing.
   *
   * @throws ConfigError if its run is not a run
   */
  observe(event: MeasuredEvent): void;
  /**
   * Counts runs, such as those of a store or of a page, in any order. Runs that were already counted change nothing.
   *
   * @throws ConfigError if one of them is not a run
   */
  observeRuns(runs: Iterable<MeasuredRun>): void;
  /**
   * Loads runs that earlier processes have counted, such as those of a store, when this process starts. The last
   * successes and the running runs are then known immediately, and nothing is counted twice.
   *
   * @throws ConfigError if one of them is not a run
   */
  restore(runs: Iterable<MeasuredRun>): void;
  /** Returns the current metrics. `prometheusText` prints them as text. */
  families(): readonly MetricFamily[];
  /**
   * Calls a listener for each duration that is counted from now on. Errors that it throws are
   * ignored.
   *
   * @returns a function that removes the listener
   */
  onDuration(listener: (duration: MeasuredDuration) => unknown): () => void;
}

/** What is stored about a run, so that it is not counted twice. */
interface CountedRun {
  /** The outcomes for which it was counted, one bit each */
  outcomes: number;
  rows: number;
  /** The job among whose running runs it is counted */
  runningIn: JobNumbers | undefined;
  /** The job whose success it is, and when it started */
  succeededIn: JobNumbers | undefined;
  start: number;
}

/** Maximum number of stored runs. The ones that were seen first are removed first. */
const mostRuns = 100_000;
const mostIncidents = 1_000;
/** A start further in the future is a mistake, and must not look like a fresh success for years. */
const furthestStart = 86_400_000;

/**
 * Counts runs for Prometheus and OpenTelemetry: ended runs by outcome, their rows and durations, running runs, and the
 * start and the age of each job's last success. Labels are `job_name` and `outcome`, but never the key of a run.
 *
 * The number of time series is limited by `mostJobs`, and memory by the 100,000 latest runs, which are stored. A run
 * counts once for each outcome that it ends with, so a run that the service corrects counts again under its new
 * outcome. If it was the last success, the one before it is the last again. Counters begin at 0 with the process, as
 * Prometheus expects.
 *
 * @throws ConfigError if an option cannot be used
 *
 * @example
 * ```ts
 * import { createRunMetrics, prometheusText } from '@syncline/runs/metrics';
 *
 * const metrics = createRunMetrics({ jobs: ['Orders', 'Customers'] });
 * const start = Date.now() - 60_000;
 * metrics.observeRuns([{ key: '1', job: 'Orders', outcome: 'succeeded', start, end: start + 30_000, rows: 12 }]);
 * prometheusText(metrics).body.includes('syncline_runs_total{job_name="Orders",outcome="succeeded"} 1\n'); // true
 * ```
 */
export function createRunMetrics(options?: RunMetricsOptions): RunMetrics {
  const { jobs, mostJobs, labels, buckets: limits, acceptWarned, clock } = readMetricsOptions(options);
  const numbers = new Map<string, JobNumbers>();
  const counted = new Map<string, CountedRun>();
  const incidents = { gap: 0, truncated: 0 };
  const knownIncidents = new Set<string>();
  const listeners = new Set<(duration: MeasuredDuration) => unknown>();

  const numbersOf = (job: string): JobNumbers => {
    const wanted = labelValueOf(job);
    const label = numbers.has(wanted) || numbers.size < mostJobs ? wanted : otherJobs;
    let found = numbers.get(label);
    if (found === undefined)
      numbers.set(label, (found = createJobNumbers({ ...labels, job_name: label }, limits.length)));
    return found;
  };
  for (const job of jobs) numbersOf(job);

  const setRunning = (run: CountedRun, job: JobNumbers | undefined): void => {
    if (run.runningIn === job) return;
    for (const [each, change] of [
      [run.runningIn, -1],
      [job, 1],
    ] as const) {
      if (each === undefined) continue;
      each.running += change;
      each.samples = undefined;
    }
    run.runningIn = job;
  };
  const evictOldest = (): void => {
    for (const [key, run] of counted) {
      const { succeededIn: job, start } = run;
      if (job !== undefined) job.evictedSuccess = Math.max(job.evictedSuccess ?? start, start);
      setRunning(run, undefined);
      counted.delete(key);
      return;
    }
  };
  const remember = (key: string): CountedRun => {
    const known = counted.get(key);
    if (known !== undefined) return known;
    const run: CountedRun = {
      outcomes: 0,
      rows: 0,
      runningIn: undefined,
      succeededIn: undefined,
      start: 0,
    };
    counted.set(key, run);
    if (counted.size > mostRuns) evictOldest();
    return run;
  };

  /** Updates whether a run is a success. If the last success of a job no longer is, the one before it is the last. */
  const setSuccess = (run: CountedRun, job: JobNumbers | undefined, start: number): void => {
    const { succeededIn: before, start: startBefore } = run;
    if (before === job && startBefore === start) return;
    run.succeededIn = job;
    run.start = start;
    if (before !== undefined && before.lastSuccess === startBefore) {
      let last = before.evictedSuccess;
      for (const { succeededIn, start: other } of counted.values())
        if (succeededIn === before && other > (last ?? Number.NEGATIVE_INFINITY)) last = other;
      before.lastSuccess = last;
      before.samples = undefined;
    }
    if (job === undefined) return;
    job.lastSuccess = Math.max(job.lastSuccess ?? start, start);
    job.samples = undefined;
  };

  const countRun = ({ key, job, outcome, start, end, rows }: MeasuredRun, isNew = true): void => {
    const known = remember(key);
    const ofJob = numbersOf(job);
    setRunning(known, isEnded(outcome) ? undefined : ofJob);
    const isSuccess = outcome === 'succeeded' || (acceptWarned && outcome === 'warned');
    setSuccess(known, isSuccess && start <= clock.date() + furthestStart ? ofJob : undefined, start);
    if (!isEnded(outcome)) return;
    if (rows !== undefined && rows > known.rows) {
      if (isNew) ofJob.rows += rows - known.rows;
      ofJob.samples = undefined;
      known.rows = rows;
    }
    const bit = 1 << outcomes.indexOf(outcome);
    if ((known.outcomes & bit) !== 0) return;
    known.outcomes |= bit;
    if (!isNew) return;
    ofJob.ended.set(outcome, (ofJob.ended.get(outcome) ?? 0) + 1);
    ofJob.samples = undefined;
    if (end === undefined || end < start) return;
    const seconds = (end - start) / 1_000;
    addDuration(ofJob, seconds, limits);
    for (const listener of listeners) notify(listener, { seconds, labels: ofJob.labels });
  };
  const countIncident = (id: string, type: 'gap' | 'truncated'): void => {
    if (knownIncidents.has(id)) return;
    incidents[type] += 1;
    knownIncidents.add(id);
    const [oldest] = knownIncidents;
    if (knownIncidents.size > mostIncidents && oldest !== undefined) knownIncidents.delete(oldest);
  };

  return {
    observe: ({ id, type, run, key }) => {
      if (run !== undefined) countRun(checkRun(run));
      const lost = type === 'gap' && key !== undefined ? counted.get(key) : undefined;
      if (lost !== undefined) setRunning(lost, undefined);
      if (type === 'gap' || type === 'truncated') countIncident(id, type);
    },
    observeRuns: (runs) => {
      for (const run of runs) countRun(checkRun(run));
    },
    restore: (runs) => {
      for (const run of runs) countRun(checkRun(run), false);
    },
    families: () => metricFamilies({ jobs: numbers.values(), labels, limits, incidents, now: clock.date() }),
    onDuration: (listener) => {
      if (typeof listener !== 'function') throw new ConfigError('listener', 'must be a function');
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function checkRun(run: MeasuredRun): MeasuredRun {
  const { key, job, outcome, start, end, rows } = run;
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const isCount = (value: unknown): boolean =>
    value === undefined || (Number.isFinite(value) && (value as number) >= 0);
  if (!isText(key) || !isText(job)) throw new ConfigError('run', 'must have a key and a job');
  if (!outcomes.includes(outcome)) throw new ConfigError('run.outcome', `must be one of ${outcomes.join(', ')}`);
  if (!Number.isFinite(start) || !isCount(end))
    throw new ConfigError('run.start', 'and run.end must be milliseconds since 1970');
  if (!isCount(rows)) throw new ConfigError('run.rows', 'must be a number of at least 0');
  return run;
}
