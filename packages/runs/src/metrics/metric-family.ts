import { outcomes } from '../outcome/outcome.ts';

/** The numbers of one metric, each with its labels. */
export interface MetricFamily {
  /** The name in snake case, with its unit and without `_total`, such as `syncline_runs` */
  readonly name: string;
  /** The name for OpenTelemetry, without a unit, such as `syncline.runs` */
  readonly dottedName: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The unit in UCUM's notation: `s`, or an annotation in braces such as `{run}` */
  readonly unit: string;
  readonly help: string;
  /** The upper limits of a histogram's buckets, without the infinite one */
  readonly limits?: readonly number[] | undefined;
  readonly samples: readonly MetricSample[];
  /** The same numbers without an object for each: 10,000 jobs have 100,000 samples. @default they are in `samples` */
  readonly numbers?: (() => Iterable<LabeledNumber>) | undefined;
}

/** A number of a metric, as it is printed. */
export interface LabeledNumber extends Omit<MetricSample, 'labels'> {
  /** The labels of the job. All numbers of a job have the same object */
  readonly of: MetricSample['labels'];
  /** A label besides those of the job */
  readonly also?: readonly [name: string, value: string] | undefined;
}

/** The data of the families. */
export interface Numbers {
  readonly jobs: Iterable<JobNumbers>;
  readonly labels: Readonly<Record<string, string>>;
  readonly limits: readonly number[];
  readonly incidents: Readonly<Record<string, number>>;
  /** Milliseconds since 1970 */
  readonly now: number;
}

/** The label of jobs beyond `mostJobs`. */
export const otherJobs = '(other jobs)';

/** The metrics of the runs that were counted. Their samples are made when they are read. */
export function metricFamilies({ jobs: all, labels, limits, incidents, now }: Numbers): readonly MetricFamily[] {
  const jobs = [...all];
  // Jobs that share a time series have no common last success.
  const named = jobs.filter((each) => each.labels['job_name'] !== otherJobs);
  return [
    familyOf(jobs, {
      name: 'syncline_runs',
      dottedName: 'syncline.runs',
      type: 'counter',
      unit: '{run}',
      help: 'Runs that ended, or whose outcome is unknown, by job and outcome.',
      numbersOf: ({ ended }) =>
        countedOutcomes.map((outcome) => ({ also: ['outcome', outcome], value: ended[outcome] })),
    }),
    familyOf(jobs, {
      name: 'syncline_running_runs',
      dottedName: 'syncline.running_runs',
      type: 'gauge',
      unit: '{run}',
      help: 'Runs that are running.',
      numbersOf: ({ running }) => [{ value: running }],
    }),
    familyOf(jobs, {
      name: 'syncline_run_rows',
      dottedName: 'syncline.run.rows',
      type: 'counter',
      unit: '{row}',
      help: 'Rows moved by runs that have ended.',
      numbersOf: ({ rows }) => [{ value: rows }],
    }),
    familyOf(jobs, {
      name: 'syncline_run_duration_seconds',
      dottedName: 'syncline.run.duration',
      type: 'histogram',
      unit: 's',
      help: 'Time from the start to the end of a run.',
      limits,
      numbersOf: ({ seconds, buckets, durations }) => [
        { value: seconds, buckets: cumulative(limits, buckets, durations) },
      ],
    }),
    familyOf(named, {
      name: 'syncline_job_last_success_timestamp_seconds',
      dottedName: 'syncline.job.last_success.timestamp',
      type: 'gauge',
      unit: 's',
      help: 'Start of the last run that succeeded, in seconds since 1970; 0 if none is known.',
      numbersOf: ({ lastSuccess = 0 }) => [{ value: lastSuccess / 1_000 }],
    }),
    familyOf(named, {
      name: 'syncline_job_last_success_age_seconds',
      dottedName: 'syncline.job.last_success.age',
      type: 'gauge',
      unit: 's',
      help: 'Time since the start of the last run that succeeded; +Inf if none is known.',
      numbersOf: ({ lastSuccess = Number.NEGATIVE_INFINITY }) => [{ value: Math.max(0, now - lastSuccess) / 1_000 }],
    }),
    {
      name: 'syncline_history_incidents',
      dottedName: 'syncline.history.incidents',
      type: 'counter',
      unit: '{incident}',
      help: 'How often runs may have been missing from the history, by type: gap or truncated.',
      samples: Object.entries(incidents).map(([type, value]) => ({ labels: { ...labels, type }, value })),
    },
  ];
}

/** A family of the jobs, whose numbers are read when they are needed. */
function familyOf(
  jobs: readonly JobNumbers[],
  {
    numbersOf,
    ...facts
  }: Omit<MetricFamily, 'samples' | 'numbers'> & {
    readonly numbersOf: (job: JobNumbers) => readonly Omit<LabeledNumber, 'of'>[];
  },
): MetricFamily {
  return {
    ...facts,
    get samples() {
      return jobs.flatMap((job) =>
        numbersOf(job).map(({ also, ...number }) => ({
          labels: also === undefined ? job.labels : { ...job.labels, [also[0]]: also[1] },
          ...number,
        })),
      );
    },
    *numbers() {
      for (const job of jobs) for (const number of numbersOf(job)) yield { of: job.labels, ...number };
    },
  };
}

function cumulative(limits: readonly number[], counts: readonly number[], all: number): [number, number][] {
  let sum = 0;
  const buckets = limits.map((limit, index): [number, number] => [limit, (sum += counts[index] ?? 0)]);
  return [...buckets, [Number.POSITIVE_INFINITY, all]];
}

/** One number of a metric. It is immutable: a changed number is a new object. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  /** The number; the sum of a histogram */
  readonly value: number;
  /** For a histogram: the upper limits, each with the number of values up to it. The last limit is infinite. */
  readonly buckets?: readonly (readonly [limit: number, count: number])[] | undefined;
}

/** The outcomes of ended runs. Each is a time series of every job. */
const countedOutcomes = outcomes.filter((outcome) => outcome !== 'running');
type CountedOutcome = (typeof countedOutcomes)[number];

/** The counters of one job. `createRunMetrics` owns them. There may be 10,000, so they have no map of their own. */
export interface JobNumbers {
  readonly labels: Readonly<Record<string, string>>;
  readonly ended: Record<CountedOutcome, number>;
  running: number;
  rows: number;
  /** The latest start of a success, in milliseconds since 1970 */
  lastSuccess: number | undefined;
  /** The same among the runs that are no longer stored */
  evictedSuccess: number | undefined;
  /** The latest success of the jobs with this label, as a store told it */
  storedSuccess: number | undefined;
  /** Number of jobs with this label whose last success a store told */
  names: number;
  /** Number of durations in each bucket, not cumulative */
  readonly buckets: number[];
  durations: number;
  seconds: number;
}

export function createJobNumbers(labels: Readonly<Record<string, string>>, buckets: number): JobNumbers {
  return {
    labels,
    ended: { succeeded: 0, warned: 0, partial: 0, failed: 0, cancelled: 0, unknown: 0 },
    running: 0,
    rows: 0,
    lastSuccess: undefined,
    evictedSuccess: undefined,
    storedSuccess: undefined,
    names: 0,
    buckets: Array.from({ length: buckets }, () => 0),
    durations: 0,
    seconds: 0,
  };
}

/** Adds a duration to the first bucket that it fits into. */
export function addDuration(numbers: JobNumbers, seconds: number, limits: readonly number[]): void {
  const bucket = limits.findIndex((limit) => seconds <= limit);
  if (bucket >= 0) numbers.buckets[bucket] = (numbers.buckets[bucket] ?? 0) + 1;
  numbers.durations += 1;
  numbers.seconds += seconds;
}
