import { type Clock, ConfigError, checkCount, guardClock, type OptionNames, ownOptions } from '@syncline/core/internal';

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

/** The label of jobs beyond `mostJobs`. */
export const otherJobs = '(other jobs)';

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
  const own = ownOptions(options, optionNames);
  const { jobs = [], mostJobs = 1_000, labels = {}, buckets = standardBuckets, acceptWarned = false } = own;
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
    clock: guardClock(own.clock),
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
  return characters.slice(0, 200).join('');
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
