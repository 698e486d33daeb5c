import {
  checkCount,
  type Clock,
  ConfigError,
  guardClock,
  notify,
  type OptionNames,
  ownOptions,
} from '@syncline/core/internal';
import { isEnded, type Outcome, outcomes } from '../outcome/outcome.ts';
import { correctRun } from '../reading/reading-rules.ts';
import {
  addDuration,
  createJobNumbers,
  type JobNumbers,
  metricFamilies,
  type MetricFamily,
  otherJobs,
} from './metric-family.ts';

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
  /** The outcome of the run before. @default it is not known */
  readonly previous?: Outcome | undefined;
  /** For a `gap`: the run that the service no longer returns. It no longer counts as running */
  readonly key?: string | undefined;
}

/** What a store knows about a job. `readJobs` of a store returns it. */
export interface MeasuredJob {
  readonly job: string;
  /** When the last run with each outcome started, in milliseconds since 1970 */
  readonly lastStarts: Readonly<Partial<Record<Outcome, number>>>;
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
  /**
   * Loads the last successes of jobs from what a store knows about them, instead of from their runs: when this process
   * starts, and again when runs of a job have changed.
   */
  restoreJobs(jobs: Iterable<MeasuredJob>): void;
  /**
   * Removes the time series of jobs that do not exist anymore, such as those that were renamed. Otherwise, the age of their
   * last success would grow until the process ends.
   */
  forgetJobs(jobs: Iterable<string>): void;
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
  const settings = readMetricsOptions(options);
  const counters = new RunCounters(settings);
  return {
    observe: (event) => counters.countEvent(event),
    observeRuns: (runs) => {
      for (const run of runs) counters.countRun(run, true);
    },
    restore: (runs) => {
      for (const run of runs) counters.countRun(run, false);
    },
    restoreJobs: (jobs) => {
      for (const job of jobs) counters.restoreJob(job);
    },
    forgetJobs: (jobs) => {
      for (const job of jobs) counters.forgetJob(job);
    },
    families: () => counters.families(),
    onDuration: (listener) => {
      if (typeof listener !== 'function') throw new ConfigError('listener', 'must be a function');
      counters.listeners.add(listener);
      return () => void counters.listeners.delete(listener);
    },
  };
}

/**
 * The counters of all jobs, and what must be known about each run so that it is not counted twice. A run's facts and the
 * numbers of its job change together, in `countRun` and in the methods that it calls.
 */
class RunCounters {
  readonly listeners = new Set<(duration: MeasuredDuration) => unknown>();
  readonly #settings: ReturnType<typeof readMetricsOptions>;
  readonly #numbers = new Map<string, JobNumbers>();
  readonly #counted = new Map<string, CountedRun>();
  readonly #incidents = { gap: 0, truncated: 0 };
  readonly #knownIncidents = new Set<string>();
  /** By job, in one map: a map for each of thousands of labels would take more memory */
  readonly #storedSuccesses = new Map<string, number>();

  constructor(settings: ReturnType<typeof readMetricsOptions>) {
    this.#settings = settings;
    for (const job of settings.jobs) this.#numbersOf(job);
  }

  families(): readonly MetricFamily[] {
    const { labels, buckets: limits, clock } = this.#settings;
    const [jobs, incidents] = [this.#numbers.values(), this.#incidents];
    return metricFamilies({ jobs, labels, limits, incidents, now: clock.date() });
  }

  countEvent({ id, type, run, key, previous }: MeasuredEvent): void {
    // Another version of a run that an earlier process has counted is no other end.
    const isCounted =
      type === 'changed' && run !== undefined && run.outcome === previous && !this.#counted.has(run.key);
    if (run !== undefined) this.countRun(run, !isCounted);
    const lost = type === 'gap' && key !== undefined ? this.#counted.get(key) : undefined;
    if (lost !== undefined) this.#setRunning(lost, undefined);
    if ((type !== 'gap' && type !== 'truncated') || this.#knownIncidents.has(id)) return;
    this.#incidents[type] += 1;
    this.#knownIncidents.add(id);
    const [oldest] = this.#knownIncidents;
    if (this.#knownIncidents.size > mostIncidents && oldest !== undefined) this.#knownIncidents.delete(oldest);
  }

  restoreJob({ job, lastStarts: { succeeded, warned } }: MeasuredJob): void {
    const { acceptWarned, clock } = this.#settings;
    const furthest = clock.date() + furthestStart;
    const told = [succeeded, acceptWarned ? warned : undefined].filter((each) => each !== undefined);
    const starts = told.filter((each) => each <= furthest);
    const start = starts.length === 0 ? undefined : Math.max(...starts);
    const numbers = this.#numbersOf(job);
    // Jobs that share a time series have no common last success.
    if (numbers.labels['job_name'] === otherJobs) return;
    // The store tells only the latest start. One in the future hides the success that counts.
    if (start === undefined && told.length > 0) return;
    const before = this.#storedSuccesses.get(job);
    this.#setStored(numbers, job, start);
    // A store knows of runs that were not counted here.
    numbers.evictedSuccess = numbers.storedSuccess;
    const isCorrected = before !== undefined && numbers.names <= 1 && (start ?? Number.NEGATIVE_INFINITY) < before;
    const last = isCorrected
      ? start
      : Math.max(numbers.lastSuccess ?? Number.NEGATIVE_INFINITY, start ?? Number.NEGATIVE_INFINITY);
    if (last === numbers.lastSuccess || last === Number.NEGATIVE_INFINITY) return;
    numbers.lastSuccess = last;
  }

  forgetJob(job: string): void {
    const label = labelValueOf(job);
    const numbers = this.#numbers.get(label);
    if (numbers === undefined) return;
    this.#setStored(numbers, job, undefined);
    // Another job may have the same label.
    if (numbers.names === 0) this.#numbers.delete(label);
  }

  /** Updates the last success of a job as a store told it. Names with the same label share a time series. */
  #setStored(numbers: JobNumbers, job: string, start: number | undefined): void {
    const [stored, before] = [this.#storedSuccesses, this.#storedSuccesses.get(job)];
    if (before === undefined && start !== undefined) numbers.names += 1;
    if (before !== undefined && start === undefined) numbers.names -= 1;
    if (start === undefined) stored.delete(job);
    else stored.set(job, start);
    const latest = numbers.storedSuccess ?? Number.NEGATIVE_INFINITY;
    if (numbers.names <= 1 && start !== undefined) numbers.storedSuccess = start;
    else if (start !== undefined && start >= latest) numbers.storedSuccess = start;
    else if (numbers.names === 0) numbers.storedSuccess = undefined;
    else if (before === latest) {
      const label = labelValueOf(job);
      const others = [...stored].flatMap(([name, each]) => (labelValueOf(name) === label ? [each] : []));
      numbers.storedSuccess = others.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
    }
  }

  /** @param isNew - false for a run that an earlier process has counted */
  countRun(run: MeasuredRun, isNew: boolean): void {
    checkRun(run);
    const corrected = correctRun(run);
    if (corrected === undefined) return;
    const { key, job, outcome, start, end, rows } = corrected;
    const { acceptWarned, buckets, clock } = this.#settings;
    const known = this.#remember(key);
    const ofJob = this.#numbersOf(job);
    this.#setRunning(known, outcome === 'running' ? ofJob : undefined);
    const isSuccess = outcome === 'succeeded' || (acceptWarned && outcome === 'warned');
    this.#setSuccess(known, isSuccess && start <= clock.date() + furthestStart ? ofJob : undefined, start);
    if (outcome === 'running') return;
    if (isEnded(outcome) && rows !== undefined && rows > known.rows) {
      if (isNew) ofJob.rows += rows - known.rows;
      known.rows = rows;
    }
    const bit = 1 << outcomes.indexOf(outcome);
    if ((known.outcomes & bit) !== 0) return;
    known.outcomes |= bit;
    if (!isNew) return;
    ofJob.ended[outcome] += 1;
    // A run whose outcome is unknown may still be running, whatever its end says.
    if (end === undefined || !isEnded(outcome)) return;
    const seconds = (end - start) / 1_000;
    addDuration(ofJob, seconds, buckets);
    for (const listener of this.listeners) notify(listener, { seconds, labels: ofJob.labels });
  }

  #numbersOf(job: string): JobNumbers {
    const { mostJobs, labels, buckets } = this.#settings;
    const wanted = labelValueOf(job);
    const label = this.#numbers.has(wanted) || this.#numbers.size < mostJobs ? wanted : otherJobs;
    let found = this.#numbers.get(label);
    if (found === undefined)
      this.#numbers.set(label, (found = createJobNumbers({ ...labels, job_name: label }, buckets.length)));
    return found;
  }

  #remember(key: string): CountedRun {
    const known = this.#counted.get(key);
    if (known !== undefined) return known;
    const run: CountedRun = { outcomes: 0, rows: 0, runningIn: undefined, succeededIn: undefined, start: 0 };
    this.#counted.set(key, run);
    if (this.#counted.size > mostRuns) this.#evictOldest();
    return run;
  }

  #evictOldest(): void {
    for (const [key, run] of this.#counted) {
      const { succeededIn: job, start } = run;
      if (job !== undefined) job.evictedSuccess = Math.max(job.evictedSuccess ?? start, start);
      this.#setRunning(run, undefined);
      this.#counted.delete(key);
      return;
    }
  }

  #setRunning(run: CountedRun, job: JobNumbers | undefined): void {
    if (run.runningIn === job) return;
    for (const [each, change] of [
      [run.runningIn, -1],
      [job, 1],
    ] as const) {
      if (each === undefined) continue;
      each.running += change;
    }
    run.runningIn = job;
  }

  /** Updates whether a run is a success. If the last success of a job no longer is, the one before it is the last. */
  #setSuccess(run: CountedRun, job: JobNumbers | undefined, start: number): void {
    const { succeededIn: before, start: startBefore } = run;
    if (before === job && startBefore === start) return;
    run.succeededIn = job;
    run.start = start;
    if (before !== undefined && before.lastSuccess === startBefore) {
      let last = before.evictedSuccess;
      for (const { succeededIn, start: each } of this.#counted.values())
        if (succeededIn === before && each > (last ?? Number.NEGATIVE_INFINITY)) last = each;
      before.lastSuccess = last;
    }
    if (job === undefined) return;
    job.lastSuccess = Math.max(job.lastSuccess ?? start, start);
  }
}

function checkRun({ key, job, outcome, start, end, rows }: MeasuredRun): void {
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  if (!isText(key) || !isText(job)) throw new ConfigError('run', 'must have a key and a job');
  if (!outcomes.includes(outcome)) throw new ConfigError('run.outcome', `must be one of ${outcomes.join(', ')}`);
  if (!Number.isFinite(start) || !Number.isFinite(end ?? 0))
    throw new ConfigError('run.start', 'and run.end must be milliseconds since 1970');
  if (typeof (rows ?? 0) !== 'number') throw new ConfigError('run.rows', 'must be a number');
}

/** Options of `createRunMetrics`. */
export interface RunMetricsOptions {
  /**
   * The jobs that you expect. Their metrics exist from the start with the value 0, so that an alert can fire before the
   * first run.
   */
  readonly jobs?: readonly string[] | undefined;
  /**
   * The maximum number of jobs with their own time series, from 1 to 10,000. A job has 24 of them with the default
   * buckets. The runs of all other jobs are counted together, as the job `(other jobs)`.
   *
   * @default 1,000
   */
  readonly mostJobs?: number | undefined;
  /** Labels of every metric, such as `{ environment: 'production' }`. At most 10. @default none */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** The limits of the buckets of durations, in seconds, ascending. At most 50. @default 10 s to 1 day, in 11 steps */
  readonly buckets?: readonly number[] | undefined;
  /** Whether a run that ended with a warning counts as the last success. @default false */
  readonly acceptWarned?: boolean | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
}

const optionNames: OptionNames<RunMetricsOptions> = {
  jobs: 1,
  mostJobs: 1,
  labels: 1,
  buckets: 1,
  acceptWarned: 1,
  clock: 1,
};

const standardBuckets: readonly number[] = [10, 30, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400];
/** `job` and `instance` are reserved: Prometheus renames labels with these names. */
const takenLabels: readonly string[] = ['job_name', 'outcome', 'type', 'le', 'job', 'instance'];

/** The options with their defaults. @throws ConfigError if one cannot be used */
export function readMetricsOptions(options: RunMetricsOptions | undefined) {
  const checked = ownOptions(options, optionNames);
  const { jobs = [], mostJobs = 1_000, labels = {}, buckets = standardBuckets, acceptWarned = false } = checked;
  if (checkCount('mostJobs', mostJobs) > 10_000) throw new ConfigError('mostJobs', 'must be at most 10,000');
  if (!Array.isArray(jobs) || jobs.some((job) => typeof job !== 'string' || job === '' || job === otherJobs))
    throw new ConfigError('jobs', `must be a list of names that are not empty and not "${otherJobs}"`);
  const names = [...new Set(jobs.map(labelValueOf))];
  if (names.length > mostJobs)
    throw new ConfigError('jobs', `has ${names.length} names, and mostJobs is ${mostJobs}: set mostJobs higher`);
  if (!isAscending(buckets))
    throw new ConfigError('buckets', 'must be 1 to 50 numbers of seconds, above 0 and ascending');
  if (typeof acceptWarned !== 'boolean') throw new ConfigError('acceptWarned', 'must be true or false');
  return {
    jobs: names,
    mostJobs,
    labels: readLabels(labels),
    buckets: [...buckets],
    acceptWarned,
    clock: guardClock(checked.clock),
  };
}

/**
 * A text as the value of a label: on one line, without invisible characters, with at most 200 characters. If your own
 * metrics use it as `job_name`, they match those of `createRunMetrics`.
 *
 * @example
 * ```ts
 * import { labelValueOf } from '@syncline/runs/metrics';
 *
 * labelValueOf('Orders\nEU'); // 'Orders EU'
 * ```
 */
export function labelValueOf(text: string): string {
  const characters = [...text.slice(0, 400).replace(/[\p{C}\u2028\u2029]+/gu, ' ')];
  const value = characters.slice(0, 200).join('');
  // The same text again would take memory for each of thousands of jobs.
  return value === text ? text : value;
}

function isAscending(buckets: unknown): boolean {
  return (
    Array.isArray(buckets) &&
    buckets.length > 0 &&
    buckets.length <= 50 &&
    buckets.every(
      (limit, index) => Number.isFinite(limit) && limit > (index === 0 ? 0 : (buckets[index - 1] as number)),
    )
  );
}

function readLabels(labels: unknown): Readonly<Record<string, string>> {
  if (typeof labels !== 'object' || labels === null) throw new ConfigError('labels', 'must be an object');
  const entries = Object.entries(labels);
  if (entries.length > 10) throw new ConfigError('labels', 'must be at most 10');
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (!/^[a-zA-Z_][a-zA-Z0-9_]{0,99}$/.test(name) || name.startsWith('__') || takenLabels.includes(name))
        throw new ConfigError(
          'labels',
          `cannot contain ${JSON.stringify(name.slice(0, 100))}: a name has letters, digits and _, does not begin with __, ` +
            `and is not one of ${takenLabels.join(', ')}`,
        );
      if (typeof value !== 'string') throw new ConfigError(`labels.${name}`, 'must be a text');
      return [name, labelValueOf(value)];
    }),
  );
}
