import { ownOptions, wholePattern } from '@syncline/core/internal';
import { missingEntry } from '../environment/environment.ts';
import { openStore, gapNote } from '../environment/open-store.ts';
import {
  evaluateJobs,
  type FreshnessFacts,
  freshnessWindow,
  type JobFreshness,
  type LastRun,
  readSchedules,
} from './freshness.ts';
import { JobIndex } from './job-index.ts';
import { type ClassifiedRun, createRunQuery, type QueryContext, readJudgedRuns, type RunReader } from './queries.ts';

/** Options of `readFreshness`. */
export interface FreshnessOptions {
  /** Which jobs are judged, with `*` for any text. @default all that match an entry of `freshness` */
  readonly job?: string | undefined;
  /**
   * How far back to read runs, in milliseconds since 1970.
   * @default a day more than the longest limit, and at least 7 days
   */
  readonly since?: number | undefined;
  /** The entries to judge by. @default `freshness` of the configuration */
  readonly entries?: FreshnessFacts<ClassifiedRun>['entries'] | undefined;
  /** Reads the runs. @default the runs of the environment */
  readonly read?: RunReader | undefined;
  /** Where the runs are. The store answers from what it keeps about each job. @default 'service' */
  readonly from?: 'service' | 'store' | undefined;
}

/** The freshness of the jobs of an environment. */
export interface FleetFreshness {
  /** The jobs that were judged, by name */
  readonly jobs: readonly JobFreshness<LastRun>[];
  /** Runs were read from this moment on, in milliseconds since 1970 */
  readonly since: number;
  /** Whether any job is known at all, judged or not */
  readonly isAnyJobKnown: boolean;
  /** Sentences about what could not be read, and about clocks that differ, for people */
  readonly notes: readonly string[];
}

/**
 * Reads the runs and the schedules of an environment, and judges each job by the policies of the configuration.
 *
 * @throws {ConfigError} when the configuration has no `freshness`, lacks what else is needed, or `since` does not reach
 *   back further than the longest limit; also throws the client's errors
 */
export async function readFreshness(context: QueryContext, options?: FreshnessOptions): Promise<FleetFreshness> {
  const { environment, clock } = context;
  const checked = ownOptions(options, { job: 1, since: 1, entries: 1, read: 1, from: 1 });
  const { job, entries = environment.freshness, read = createRunQuery(context), from } = checked;
  if (environment.freshness.length === 0) throw missingEntry('freshness');
  const now = clock.date();
  const since = freshnessWindow(environment.freshness, checked.since, now);
  // The runs are then in the history, and the schedules in the other interface.
  if (environment.history !== undefined) await environment.lookUpSecrets?.();
  const isWanted = wholePattern(job ?? '*');
  if (from === 'store') return judgeStored(context, { entries, isWanted, since, now });
  let notes: readonly string[] = [];
  const selection = { job, since, onRead: (facts: { readonly notes: readonly string[] }) => void ({ notes } = facts) };
  const { runs, ...judging } = await readJudgedRuns(read, selection, { environment, now });
  const known = await readSchedules(context, new Set(runs.map((run) => run.job)));
  return {
    jobs: evaluateJobs({ entries, known, runs, since, isWanted, ...judging }),
    since,
    isAnyJobKnown: runs.length + known.size > 0,
    notes,
  };
}

type JudgedPeriod = Pick<FreshnessFacts<never>, 'entries' | 'since' | 'now'> & {
  readonly isWanted: (job: string) => boolean;
};

/** Judges the jobs of the store by what it knows about each of them, and reads only the runs that their schedules need. */
async function judgeStored(
  context: QueryContext,
  { entries, isWanted, since, now }: JudgedPeriod,
): Promise<FleetFreshness> {
  const store = await openStore(context.environment);
  try {
    const index = await JobIndex.open({ store, entries, notBefore: 0 });
    const known = await readSchedules(context, index.jobs);
    await index.judge({ known, now, since });
    const jobs = index.freshness().filter(({ job }) => isWanted(job));
    const note = await gapNote(store);
    const notes = note === undefined ? [] : [note];
    return { jobs, since, isAnyJobKnown: index.jobs.size + known.size > 0, notes };
  } finally {
    await store.close();
  }
}
