import { type FreshnessPolicy, parseDuration } from '@syncline/runs';
import type { FreshnessEntry } from '../environment/environment.ts';
import { wholePattern } from '../config/text-pattern.ts';

/** A job that matches an entry of `freshness`. */
export interface JudgedBy<Run> {
  readonly job: string;
  readonly entry: FreshnessEntry;
  /** The policy of the entry for the job, without the schedule if that is not known */
  readonly policy: FreshnessPolicy;
  /** The runs of the job, in the given order */
  readonly runs: readonly Run[];
}

/** The input of `judgedJobs`. */
export interface JudgedFacts<Run> {
  /** `freshness` of the configuration: the first entry that matches a job applies */
  readonly entries: readonly FreshnessEntry[];
  /** The jobs that exist, each with its cron expression if it is known and scheduled */
  readonly known: ReadonlyMap<string, string | undefined>;
  readonly runs: readonly Run[];
  /** Scheduled runs that were due earlier are not judged, in milliseconds since 1970 */
  readonly since: number;
  /** As in `FreshnessFacts` */
  readonly isKeptByJob?: boolean | undefined;
}

/**
 * The jobs whose freshness is judged, each with its runs: those that exist, those that have run, and those that an
 * entry names without `*`, even if nothing is known about them.
 */
export function judgedJobs<Run extends { readonly job: string; readonly start: number }>({
  entries,
  known,
  runs,
  since,
  isKeptByJob = false,
}: JudgedFacts<Run>): readonly JudgedBy<Run>[] {
  const byJob = new Map<string, Run[]>([...known.keys()].map((job) => [job, []]));
  for (const { jobs } of entries) if (!jobs.includes('*') && !byJob.has(jobs)) byJob.set(jobs, []);
  for (const run of runs) {
    const own = byJob.get(run.job);
    if (own === undefined) byJob.set(run.job, [run]);
    else own.push(run);
  }
  const patterns = entries.map((entry) => ({ entry, policy: readPolicy(entry), fits: wholePattern(entry.jobs) }));
  return [...byJob].flatMap(([job, own]) => {
    const found = patterns.find(({ fits }) => fits(job));
    if (found === undefined) return [];
    const { entry, policy } = found;
    const from = isKeptByJob ? judgedFrom(own, since) : since;
    return [{ job, entry, policy: withSchedule(policy, entry, known.get(job), from), runs: own }];
  });
}

/** If the history goes back less far than requested, it says nothing about runs that were due before its first run. */
export function judgedFrom(runs: readonly { readonly start: number }[], since: number): number {
  const first = runs.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  return Number.isFinite(first) ? Math.max(since, first) : since;
}

/** The durations of an entry are parsed once, because it may match thousands of jobs. */
function readPolicy(entry: FreshnessEntry): FreshnessPolicy {
  const { warnAfter, errorAfter, early, grace, acceptWarned, skipWhileRunning } = entry;
  const durations = Object.entries({ warnAfter, errorAfter, early, grace }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, parseDuration(name, text)]],
  );
  return { ...(Object.fromEntries(durations) as FreshnessPolicy), acceptWarned, skipWhileRunning };
}

function withSchedule(
  policy: FreshnessPolicy,
  { cron }: FreshnessEntry,
  expression: string | undefined,
  since: number,
): FreshnessPolicy {
  if (cron === undefined || expression === undefined) return policy;
  return { ...policy, cron: { ...cron, expression }, since: new Date(since) };
}
