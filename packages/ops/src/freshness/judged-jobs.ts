import type { FreshnessPolicy } from '@syncline/runs';
import type { FreshnessEntry } from '../environment/environment.ts';
import { wholePattern } from '../pattern/text-pattern.ts';

/** A job that an entry of `freshness` fits. */
export interface JudgedBy<Run> {
  readonly job: string;
  readonly entry: FreshnessEntry;
  /** What the entry says of the job: without its schedule, if that is not known */
  readonly policy: FreshnessPolicy;
  /** The runs of the job, in the order in which they were given */
  readonly runs: readonly Run[];
}

/** What `judgedJobs` takes. */
export interface JudgedFacts<Run> {
  /** `freshness` of the configuration: the first entry that fits a job counts */
  readonly entries: readonly FreshnessEntry[];
  /** The jobs that exist, each with its cron expression if it is known and scheduled */
  readonly known: ReadonlyMap<string, string | undefined>;
  readonly runs: readonly Run[];
  /** Scheduled runs that were due earlier are not judged, in milliseconds since 1970 */
  readonly since: number;
}

/**
 * The jobs whose freshness is judged, each with its runs: those that exist, those that have run, and those that an entry names
 * without `*`, although nothing is known of them.
 */
export function judgedJobs<Run extends { readonly job: string }>({
  entries,
  known,
  runs,
  since,
}: JudgedFacts<Run>): readonly JudgedBy<Run>[] {
  const byJob = new Map<string, Run[]>([...known.keys()].map((job) => [job, []]));
  for (const { jobs } of entries) if (!jobs.includes('*') && !byJob.has(jobs)) byJob.set(jobs, []);
  for (const run of runs) {
    const own = byJob.get(run.job);
    if (own === undefined) byJob.set(run.job, [run]);
    else own.push(run);
  }
  const patterns = entries.map((entry) => ({ entry, fits: wholePattern(entry.jobs) }));
  return [...byJob].flatMap(([job, own]) => {
    const entry = patterns.find(({ fits }) => fits(job))?.entry;
    return entry === undefined ? [] : [{ job, entry, policy: policyOf(entry, known.get(job), since), runs: own }];
  });
}

/** A history that keeps less than was asked for says nothing about what was due before its first run. */
export function judgedFrom(runs: readonly { readonly start: number }[], since: number): number {
  const first = runs.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  return Number.isFinite(first) ? Math.max(since, first) : since;
}

function policyOf(entry: FreshnessEntry, expression: string | undefined, since: number): FreshnessPolicy {
  const { warn_after: warnAfter, error_after: errorAfter, cron, early, grace, acceptWarned } = entry;
  const schedule =
    cron === undefined || expression === undefined ? {} : { cron: { ...cron, expression }, since: new Date(since) };
  return { warnAfter, errorAfter, early, grace, acceptWarned, ...schedule };
}
