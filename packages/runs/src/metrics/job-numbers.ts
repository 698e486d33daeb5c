import type { MetricSample } from './metric-sample.ts';
import { isEnded, type Outcome, outcomes } from '../outcome/outcome.ts';

/** The outcomes of ended runs. Each is a time series of every job. */
export const endedOutcomes = outcomes.filter(isEnded);

/** The counters of one job. `createRunMetrics` owns them. */
export interface JobNumbers {
  readonly labels: Readonly<Record<string, string>>;
  readonly ended: Map<Outcome, number>;
  running: number;
  rows: number;
  /** The latest start of a success, in milliseconds since 1970 */
  lastSuccess: number | undefined;
  /** The same among the runs that are no longer stored */
  evictedSuccess: number | undefined;
  /** Number of durations in each bucket, not cumulative */
  readonly buckets: number[];
  durations: number;
  seconds: number;
  /** Created from the numbers above by `metricFamilies`; undefined if one of them has changed since */
  samples: JobSamples | undefined;
}

/** The numbers of one job as samples. They stay the same objects as long as the numbers do not change. */
export interface JobSamples {
  readonly ended: readonly MetricSample[];
  readonly running: MetricSample;
  readonly rows: MetricSample;
  readonly duration: MetricSample;
  readonly lastSuccess: MetricSample;
}

export function createJobNumbers(labels: Readonly<Record<string, string>>, buckets: number): JobNumbers {
  return {
    labels,
    ended: new Map(endedOutcomes.map((outcome) => [outcome, 0])),
    running: 0,
    rows: 0,
    lastSuccess: undefined,
    evictedSuccess: undefined,
    buckets: Array.from({ length: buckets }, () => 0),
    durations: 0,
    seconds: 0,
    samples: undefined,
  };
}

/** Adds a duration to the first bucket that it fits into. */
export function addDuration(numbers: JobNumbers, seconds: number, limits: readonly number[]): void {
  const bucket = limits.findIndex((limit) => seconds <= limit);
  if (bucket >= 0) numbers.buckets[bucket] = (numbers.buckets[bucket] ?? 0) + 1;
  numbers.durations += 1;
  numbers.seconds += seconds;
  numbers.samples = undefined;
}
