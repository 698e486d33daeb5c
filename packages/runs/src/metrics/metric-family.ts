import { endedOutcomes, type JobNumbers } from './job-numbers.ts';
import { otherJobs } from './run-metrics-options.ts';

/** The numbers of one metric, each with its labels. */
export interface MetricFamily {
  /** The name in snake case, with its unit and without `_total`, such as `syncline_runs` */
  readonly name: string;
  /** The name for OpenTelemetry, without a unit, such as `syncline.runs` */
  readonly dottedName: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The unit, as UCUM writes it: `s`, or a thing in braces such as `{run}` */
  readonly unit: string;
  readonly help: string;
  /** The limits of a histogram's buckets, without the infinite one */
  readonly limits?: readonly number[] | undefined;
  readonly samples: readonly MetricSample[];
}

/** One number of a metric. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  /** The number; the sum of a histogram */
  readonly value: number;
  /** Of a histogram: the limits and how many values are at most so large. The last limit is infinite. */
  readonly buckets?: readonly (readonly [limit: number, count: number])[] | undefined;
}

/** What the families are made from. */
export interface Numbers {
  readonly jobs: Iterable<JobNumbers>;
  readonly labels: Readonly<Record<string, string>>;
  readonly limits: readonly number[];
  readonly incidents: Readonly<Record<string, number>>;
  /** Milliseconds since 1970 */
  readonly now: number;
}

/** The metrics of the runs that were counted. */
export function metricFamilies({ jobs: all, labels, limits, incidents, now }: Numbers): readonly MetricFamily[] {
  const jobs = [...all];
  // Jobs that share their time series have no last success in common.
  const named = jobs.filter((each) => each.labels['job_name'] !== otherJobs);
  return [
    {
      name: 'syncline_runs',
      dottedName: 'syncline.runs',
      type: 'counter',
      unit: '{run}',
      help: 'Runs that ended, by job and outcome.',
      samples: jobs.flatMap(({ labels: ofJob, ended }) =>
        endedOutcomes.map((outcome) => ({ labels: { ...ofJob, outcome }, value: ended.get(outcome) ?? 0 })),
      ),
    },
    {
      name: 'syncline_running_runs',
      dottedName: 'syncline.running_runs',
      type: 'gauge',
      unit: '{run}',
      help: 'Runs that have not ended.',
      samples: jobs.map(({ labels: ofJob, running }) => ({ labels: ofJob, value: running })),
    },
    {
      name: 'syncline_run_rows',
      dottedName: 'syncline.run.rows',
      type: 'counter',
      unit: '{row}',
      help: 'Rows that ended runs moved.',
      samples: jobs.map(({ labels: ofJob, rows }) => ({ labels: ofJob, value: rows })),
    },
    {
      name: 'syncline_run_duration_seconds',
      dottedName: 'syncline.run.duration',
      type: 'histogram',
      unit: 's',
      help: 'Time from the start to the end of a run.',
      limits,
      samples: jobs.map(({ labels: ofJob, seconds, durations, buckets }) => ({
        labels: ofJob,
        value: seconds,
        buckets: cumulative(limits, buckets, durations),
      })),
    },
    {
      name: 'syncline_job_last_success_timestamp_seconds',
      dottedName: 'syncline.job.last_success.timestamp',
      type: 'gauge',
      unit: 's',
      help: 'Start of the last run that succeeded, in seconds since 1970; 0 if none is known.',
      samples: named.map(({ labels: ofJob, lastSuccess = 0 }) => ({ labels: ofJob, value: lastSuccess / 1_000 })),
    },
    {
      name: 'syncline_job_last_success_age_seconds',
      dottedName: 'syncline.job.last_success.age',
      type: 'gauge',
      unit: 's',
      help: 'Time since the start of the last run that succeeded; +Inf if none is known.',
      samples: named.map(({ labels: ofJob, lastSuccess = Number.NEGATIVE_INFINITY }) => ({
        labels: ofJob,
        value: Math.max(0, now - lastSuccess) / 1_000,
      })),
    },
    {
      name: 'syncline_history_incidents',
      dottedName: 'syncline.history.incidents',
      type: 'counter',
      unit: '{incident}',
      help: 'Times that the history may have lacked runs, by type: gap or truncated.',
      samples: Object.entries(incidents).map(([type, value]) => ({ labels: { ...labels, type }, value })),
    },
  ];
}

function cumulative(limits: readonly number[], counts: readonly number[], all: number): [number, number][] {
  let sum = 0;
  const buckets = limits.map((limit, index): [number, number] => [limit, (sum += counts[index] ?? 0)]);
  return [...buckets, [Number.POSITIVE_INFINITY, all]];
}
