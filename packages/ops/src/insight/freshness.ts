import { ConfigError, formatDuration, groupBy, wholePattern } from '@syncline/core/internal';
import type { Inventory } from '@syncline/jobs';
import {
  evaluateFreshness,
  type Freshness,
  type FreshnessPolicy,
  type FreshnessRun,
  type JudgedTicks,
  parseDuration,
} from '@syncline/runs';
import { type Environment, type FreshnessEntry, readsHistory } from '../environment/environment.ts';
import { readJobs } from '../environment/sources.ts';
import type { QueryContext } from './queries.ts';

/** The freshness of one job. */
export interface JobFreshness<Run> extends Freshness {
  readonly job: string;
  /** The latest run of the job */
  readonly last: Run | undefined;
  /** The ages in milliseconds above which the result is `warn` or `error`; undefined if there is no such limit */
  readonly limits: { readonly warn: number | undefined; readonly error: number | undefined };
  /** Whether a schedule was judged. Otherwise, `missed` is empty because it is not known */
  readonly isScheduled: boolean;
}

/** The data for judging the freshness of jobs. */
export interface FreshnessFacts<Run> {
  /** `freshness` of the configuration */
  readonly entries: readonly FreshnessEntry[];
  /** The jobs that exist, each with its cron expression if it is known and scheduled */
  readonly known: ReadonlyMap<string, string | null | undefined>;
  /** The runs of all jobs since `since`, oldest first, also of those that are not judged */
  readonly runs: readonly Run[];
  /**
   * Whether the service keeps a list of runs for each job, as in the job status, so that the runs of one job do not show
   * how far back those of another go. @default false
   */
  readonly isKeptByJob?: boolean | undefined;
  /** Runs were read from this moment on, in milliseconds since 1970 */
  readonly since: number;
  /** The moment to judge, in milliseconds since 1970 */
  readonly now: number;
  /** Which jobs are judged. @default all that match an entry */
  readonly isWanted?: ((job: string) => boolean) | undefined;
}

const day = 86_400_000;
const noSchedule: Freshness = {
  result: 'unknown',
  missed: [],
  skipped: [],
  ageMs: undefined,
  because: ['the schedule of the job is not known'],
};

/**
 * Judges the freshness of each job that matches an entry of `freshness`, in the order of the names. A job that an entry
 * names without `*` is judged even if nothing is known about it.
 *
 * @throws {ConfigError} when an entry cannot be used
 */
export function evaluateJobs<Run extends FreshnessRun & { readonly job: string }>({
  entries,
  known,
  runs,
  since,
  now,
  isKeptByJob = false,
  isWanted = () => true,
}: FreshnessFacts<Run>): readonly JobFreshness<Run>[] {
  return judgedJobs({ entries, known, runs, isKeptByJob, since: isKeptByJob ? since : judgedFrom(runs, since) })
    .filter(({ job }) => isWanted(job))
    .sort((left, right) => (left.job < right.job ? -1 : 1))
    .map(({ job, policy, from, runs: jobRuns }) =>
      toShown(policy, judgePolicy(policy, jobRuns, { now, from }), { job, last: jobRuns.at(-1), readMs: now - since }),
    );
}

/** A run with the name of its job, as a store knows the last run of a job. */
export interface LastRun extends FreshnessRun {
  readonly key: string;
  readonly job: string;
}

/** How the freshness of a job is judged. */
export interface JobPolicy {
  readonly entry: FreshnessEntry;
  /** The policy without `since`, and without the schedule if that is not known */
  readonly policy: FreshnessPolicy;
  readonly limits: JobFreshness<unknown>['limits'];
  /** In milliseconds */
  readonly early: number;
  readonly grace: number;
  /** The outcomes that count as a success */
  readonly successes: readonly ('succeeded' | 'warned')[];
  /** Whether the schedule is known */
  readonly isScheduled: boolean;
}

/**
 * Creates a function that finds how a job is judged, by the first entry that matches it; undefined if none does.
 *
 * @throws {ConfigError} when an entry cannot be used
 */
export function createPolicies(
  entries: readonly FreshnessEntry[],
): (job: string, expression: string | null | undefined) => JobPolicy | undefined {
  const patterns = entries.map((entry) => ({
    parsed: policyOf(entry),
    fits: wholePattern(entry.jobs),
    // Thousands of jobs may have the same entry and schedule.
    scheduled: new Map<string, JobPolicy>(),
  }));
  return (job, expression) => {
    const found = patterns.find(({ fits }) => fits(job));
    if (found === undefined) return undefined;
    const { parsed, scheduled } = found;
    const { cron } = parsed.entry;
    if (cron === undefined || typeof expression !== 'string') return parsed;
    let policy = scheduled.get(expression);
    if (policy === undefined) {
      // Schedules that no job has anymore would add up in a monitor that runs for months.
      if (scheduled.size >= mostSchedules) scheduled.clear();
      const cronOfJob = { ...cron, expression } as FreshnessPolicy['cron'];
      scheduled.set(
        expression,
        (policy = { ...parsed, policy: { ...parsed.policy, cron: cronOfJob }, isScheduled: true }),
      );
    }
    return policy;
  };
}

const mostSchedules = 10_000;

/** How an entry judges jobs whose schedule is not known. */
function policyOf(entry: FreshnessEntry): JobPolicy {
  const policy = readPolicy(entry);
  return {
    entry,
    policy,
    limits: { warn: policy.warnAfter, error: policy.errorAfter },
    early: policy.early ?? 0,
    grace: policy.grace ?? defaultGrace,
    successes: policy.acceptWarned === true ? ['succeeded', 'warned'] : ['succeeded'],
    isScheduled: false,
  };
}

/** Completes a result. */
export function toShown<Run>(
  { limits, isScheduled }: JobPolicy,
  freshness: Freshness,
  { readMs, ...facts }: { readonly job: string; readonly last: Run | undefined; readonly readMs: number },
): JobFreshness<Run> {
  return { ...freshness, because: reasonsOf(freshness, readMs), ...facts, limits, isScheduled };
}

/** The default of `evaluateFreshness`. */
const defaultGrace = 300_000;

/** Judges a job by its runs at a moment. An entry with only a cron says nothing about a job without a schedule. */
export function judgePolicy(
  { policy, limits }: JobPolicy,
  runs: readonly FreshnessRun[],
  facts: {
    readonly now: number;
    /** Scheduled runs that were due earlier are not judged */
    readonly from: number;
    readonly judged?: JudgedTicks | undefined;
  },
): Freshness {
  if (limits.warn === undefined && limits.error === undefined && policy.cron === undefined) return noSchedule;
  return evaluateFreshness(policyFrom(policy, facts.from), runs, facts.now, facts.judged);
}

/** The policy with the moment from which its schedule is judged. */
export function policyFrom(policy: FreshnessPolicy, from: number): FreshnessPolicy {
  return policy.cron === undefined ? policy : { ...policy, since: new Date(from) };
}

/** The reasons of a result. A success that is older than the runs that were read may exist. */
const reasonsOf = ({ because }: Freshness, readMs: number): readonly string[] =>
  because.map((each) => (each === 'no run has succeeded' ? `${each} in the last ${formatDuration(readMs)}` : each));

/**
 * The moment from which runs are read, in milliseconds since 1970. A success before this moment would not be found.
 *
 * @param since - the moment that the user chose. @default a day more than the longest limit, and at least 7 days
 * @throws {ConfigError} when it does not reach back further than the longest limit
 */
export function freshnessWindow(entries: readonly FreshnessEntry[], since: number | undefined, now: number): number {
  const limits = entries.flatMap(({ warnAfter, errorAfter }) =>
    [warnAfter, errorAfter].flatMap((text) =>
      text === undefined ? [] : [{ text, ms: parseDuration('freshness', text) }],
    ),
  );
  const longest = limits.reduce((most, limit) => (limit.ms > most.ms ? limit : most), { text: '0s', ms: 0 });
  if (since === undefined) return now - Math.max(7 * day, longest.ms + day);
  if (now - since <= longest.ms)
    throw new ConfigError(
      '--since',
      `must reach back further than every limit of \`freshness\`; the longest is ${longest.text}`,
    );
  return since;
}

/**
 * The jobs in the workspaces, by what the runs of the environment call them, with their cron expression if the definition
 * could be read and is scheduled.
 *
 * @param jobs - what the runs call their jobs
 */
export async function readSchedules(
  { environment, signal, output }: QueryContext,
  jobs: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string | null | undefined>> {
  const { v2, odata } = environment;
  if (v2 === undefined) return new Map();
  const { entries } = await readJobs(environment, {
    v2,
    odata: environment.freshness.some(({ cron }) => cron !== undefined) ? odata : undefined,
    signal,
    onProgress: ({ done, total }) => output.progress(`Reading jobs: ${done} of ${total} …`),
  });
  output.progress('');
  return schedulesOf(entries, environment, jobs);
}

/**
 * The cron expressions of jobs, by what the runs of the environment call each job: null if a job is not scheduled,
 * undefined if that is not known.
 *
 * @param jobs - what the runs call their jobs
 */
export function schedulesOf(
  entries: Inventory['entries'],
  environment: Pick<Environment, 'odata' | 'history'>,
  jobs: ReadonlySet<string>,
): ReadonlyMap<string, string | null | undefined> {
  const nameOf = createJobNamer(entries, environment, jobs);
  return new Map(entries.map((entry) => [nameOf(entry), scheduleOf(entry)]));
}

function scheduleOf(entry: Inventory['entries'][number]): string | null | undefined {
  if (entry.kind !== 'read') return undefined;
  const { Scheduled, ScheduledCron } = entry.job;
  // A job with a value that cannot be decoded has its fields as the service sends them, in any case.
  if (/^true$/i.test(String(Scheduled))) return String(ScheduledCron ?? '').trim() || null;
  const isUnscheduled = /^false$/i.test(String(Scheduled)) || (Scheduled === undefined && entry.whole);
  return isUnscheduled ? null : undefined;
}

/**
 * The jobs whose freshness is judged, each with its runs in the given order, and the moment from which its schedule is
 * judged: those that exist, those that have run, and those that an entry names without `*`, even if nothing is known
 * about them.
 */
export function judgedJobs<Run extends { readonly job: string; readonly start: number }>({
  entries,
  known,
  runs,
  since,
  isKeptByJob = false,
}: Omit<FreshnessFacts<Run>, 'now' | 'isWanted'>) {
  const byJob = groupBy(runs, ({ job }) => job);
  const named = entries.map(({ jobs }) => jobs).filter((jobs) => !jobs.includes('*'));
  const policyOf = createPolicies(entries);
  return [...new Set([...known.keys(), ...named, ...byJob.keys()])].flatMap((job) => {
    const [policy, jobRuns] = [policyOf(job, known.get(job)), byJob.get(job) ?? []];
    return policy === undefined
      ? []
      : [{ job, policy, from: isKeptByJob ? judgedFrom(jobRuns, since) : since, runs: jobRuns }];
  });
}

/** If the history goes back less far than requested, it says nothing about runs that were due before its first run. */
export function judgedFrom(runs: readonly { readonly start: number }[], since: number): number {
  const first = runs.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  return Number.isFinite(first) ? Math.max(since, first) : since;
}

/** The durations of an entry are parsed once, because it may match thousands of jobs. */
function readPolicy({ acceptWarned, skipWhileRunning, ...entry }: FreshnessEntry) {
  const read = (name: 'warnAfter' | 'errorAfter' | 'early' | 'grace'): number | undefined =>
    entry[name] === undefined ? undefined : parseDuration(name, entry[name]);
  const durations = { warnAfter: read('warnAfter'), errorAfter: read('errorAfter'), early: read('early') };
  return { ...durations, grace: read('grace'), acceptWarned, skipWhileRunning };
}

/** A job in a workspace. */
interface ListedJob {
  readonly name: string;
  readonly id?: string | undefined;
}

/**
 * Creates a function that returns what the runs of an environment call a job. The job status has the ids of jobs. Whether
 * the history has their names or their ids depends on the service, so the runs decide; without a run, it is the name.
 *
 * @param jobs - what the runs call their jobs
 */
export function createJobNamer(
  listed: readonly ListedJob[],
  environment: Pick<Environment, 'odata' | 'history'>,
  jobs: ReadonlySet<string>,
): (job: ListedJob) => string {
  const hasIds = () =>
    listed.some(({ id }) => id !== undefined && jobs.has(id)) && !listed.some(({ name }) => jobs.has(name));
  return !readsHistory(environment) || hasIds() ? ({ name, id }) => id ?? name : ({ name }) => name;
}
