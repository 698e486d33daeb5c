import type { HistoryRecord } from '@syncline/client';
import { formatCount, groupBy } from '@syncline/core/internal';
import {
  type HourSummary,
  type JobSummary,
  type Outcome,
  type RunAccessors,
  type Store,
  streamRuns,
} from '@syncline/runs';
import { failedOutcomes } from '../insight/failures.ts';
import { storedRun } from '../insight/queries.ts';
import { createPause } from '../pause.ts';
import { lastEnded, resultOfSummary, sortSummaries } from './judge-job.ts';
import type { ReportFreshness, ReportRun } from './report.ts';

/** What a store knows of a fleet without reading all its runs. */
export interface StoredFacts {
  /** Every job that has runs */
  readonly summaries: readonly JobSummary[];
  /** The hours of the period, each for all jobs */
  readonly hours: readonly HourSummary[];
  /** The hours of jobs of which not all runs of the period were read */
  readonly jobHours: ReadonlyMap<string, readonly HourSummary[]>;
  /** The newest failures of the jobs that are not well, and of those that failed last, oldest first */
  readonly failures: readonly ReportRun[];
  /** Sentences about what is left out, and how to see it */
  readonly notes: readonly string[];
}

/** Which facts are read, and how many. */
export interface StoredFactsQuery {
  readonly since: number;
  /** Freshness and volume may need earlier runs */
  readonly readFrom: number;
  readonly now: number;
  /** `history` of the configuration: where an error is in a record */
  readonly history: Pick<RunAccessors<HistoryRecord>, 'error'> | undefined;
  /** In the order of the names of the jobs */
  readonly summaries: readonly JobSummary[];
  /** The freshness of jobs by name */
  readonly freshness: ReadonlyMap<string, ReportFreshness>;
  /** Whether only some jobs are wanted, so that the hours of all say nothing */
  readonly isFiltered?: boolean | undefined;
  readonly limits: StoredFactsLimits;
}

/** How much a page shows. */
export interface StoredFactsLimits {
  /** A store with at most so many runs is read whole */
  readonly all: number;
  /** How many jobs that do not do well have their runs, the most urgent first */
  readonly jobs: number;
  /** How many jobs have their runs if fewer than so many do not do well. @default `jobs` */
  readonly wellJobs?: number | undefined;
  /** How many runs of each */
  readonly runs: number;
  /** How many failures of each job, of as many jobs as have their runs */
  readonly failures: number;
}

const hour = 3_600_000;
/** The hours of so many jobs are read at once. A job has 168 in a week, and SQLite blocks the process. */
const hoursAtOnce = 5;

/**
 * Reads what a report needs of a store: the sums of all runs, the newest runs of the most urgent jobs, and the newest
 * failures. How long it takes depends on the number of jobs and hours, not on the number of runs.
 *
 * @returns the facts, and the runs that were read, those of each job oldest first
 */
export async function readStoredFacts(
  store: Pick<Store, 'readHours' | 'readPage'>,
  { since, readFrom, now, history, summaries, freshness, isFiltered = false, limits }: StoredFactsQuery,
): Promise<{ readonly stored: StoredFacts | undefined; readonly runs: readonly ReportRun[] }> {
  const pause = createPause();
  const names = new Set(summaries.map(({ job }) => job));
  const period = { since: Math.floor(since / hour) * hour, until: now + 1 };
  async function* readJobHours(jobs: readonly string[]): AsyncGenerator<readonly HourSummary[]> {
    for (let at = 0; at < jobs.length; at += hoursAtOnce) {
      yield await store.readHours({ ...period, jobs: jobs.slice(at, at + hoursAtOnce) });
      await pause();
    }
  }
  const read = await store.readHours({ since: Math.floor(readFrom / hour) * hour, until: now + 2 * hour });
  if (countRuns(read) <= limits.all) {
    const runs: ReportRun[] = [];
    for await (const page of streamRuns(store, { since: readFrom, first: 'oldest' })) {
      for (const run of page) if (names.has(run.job)) runs.push(storedRun(run, history));
      await pause();
    }
    return { stored: undefined, runs };
  }
  const isUnwell = (summary: JobSummary): boolean => resultOfSummary(summary, freshness.get(summary.job)) !== 'pass';
  const unwell = new Set(summaries.filter(isUnwell).map(({ job }) => job));
  const most = Math.min(limits.jobs, Math.max(unwell.size, limits.wellJobs ?? limits.jobs));
  const shown = sortSummaries(summaries, freshness).slice(0, most);
  await pause();
  const runs: ReportRun[] = [];
  const partly: string[] = [];
  for (const { job } of shown) {
    const page = await store.readPage({ job, limit: limits.runs });
    const jobRuns = page.runs.map((run) => storedRun(run, history)).reverse();
    runs.push(...jobRuns);
    if (page.next !== undefined && (jobRuns[0]?.start ?? since) > since) partly.push(job);
    await pause();
  }
  const jobHours = new Map<string, readonly HourSummary[]>();
  for await (const page of readJobHours(partly))
    for (const [job, hours] of groupBy(page, (each) => each.job ?? '')) jobHours.set(job, hours);
  // A search for failures among the runs of all jobs would read all of them.
  const lastFailure = ({ lastStarts, last }: JobSummary): number =>
    Math.max(...failedOutcomes.map((each) => lastStarts[each] ?? 0), last.outcome === 'unknown' ? last.start : 0);
  const failing = summaries
    .map((summary) => ({ job: summary.job, at: lastFailure(summary) }))
    .filter(({ at }) => at >= since)
    .sort((left, right) => Number(unwell.has(right.job)) - Number(unwell.has(left.job)) || right.at - left.at);
  await pause();
  const failures: ReportRun[] = [];
  for (const { job } of failing.slice(0, most)) {
    const page = await store.readPage({ job, since, until: now + 1, outcomes: failedOutcomes, limit: limits.failures });
    failures.push(...page.runs.map((run) => storedRun(run, history)));
    await pause();
  }
  failures.sort((left, right) => left.start - right.start);
  const notes = [
    ...(summaries.length > shown.length
      ? [
          `The runs of ${formatCount(summaries.length - shown.length)} jobs in the same or a better state are only counted. Choose jobs with --job`,
        ]
      : []),
    `Failures are grouped from the last ${limits.failures} of each job${failing.length > most ? `, of the ${formatCount(most)} jobs that are not well or failed last` : ''}, and volume from its last ${limits.runs} runs. Choose jobs with --job, or a shorter time with --since`,
  ];
  const hours = isFiltered ? await sumHours(readJobHours([...names])) : await store.readHours(period);
  return { stored: { summaries, hours, jobHours, failures, notes }, runs };
}

/** The sums of the jobs for each hour. */
async function sumHours(pages: AsyncIterable<readonly HourSummary[]>): Promise<readonly HourSummary[]> {
  const sums = new Map<
    number,
    { hour: number; job: undefined; rows: number; seconds: number; runs: Partial<Record<Outcome, number>> }
  >();
  for await (const page of pages)
    for (const { hour: moment, runs, rows, seconds } of page) {
      const sum = sums.get(moment) ?? { hour: moment, job: undefined, rows: 0, seconds: 0, runs: {} };
      sums.set(moment, sum);
      sum.rows += rows;
      sum.seconds += seconds;
      for (const [outcome, number] of Object.entries(runs) as [Outcome, number][])
        sum.runs[outcome] = (sum.runs[outcome] ?? 0) + number;
    }
  return [...sums.values()].sort((left, right) => left.hour - right.hour);
}

/** The last run of a job that a page does not show in full. */
export function summarizedRun(summary: JobSummary): ReportRun {
  const { key, start, end, outcome } = lastEnded(summary);
  return { key, job: summary.job, outcome, start, end, status: '', error: '' };
}

/** How many runs there are in some hours. */
export function countRuns(hours: readonly HourSummary[]): number {
  return hours.reduce((all, { runs }) => Object.values(runs).reduce((sum, count) => sum + count, all), 0);
}
