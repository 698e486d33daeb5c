import { readsHistory } from '../environment/needed.ts';
import type { Environment } from '../environment/environment.ts';
import type { ReadFacts, RunSelection } from './read-runs.ts';

/** Runs by which jobs are judged, and how to judge by them. */
export interface JudgedRuns<Run> {
  readonly runs: readonly Run[];
  /** When to judge them, in milliseconds since 1970 */
  readonly now: number;
  /** As in `FreshnessFacts` */
  readonly isKeptByJob: boolean;
}

/**
 * Reads the runs by which the jobs of an environment are judged. If the clock of the service is ahead, its runs seem to
 * be younger than they are, so they are judged at the time of the service.
 *
 * @param read - reads runs, such as `readRuns` with its context
 */
export async function readJudgedRuns<Run>(
  read: (selection: RunSelection) => Promise<readonly Run[]>,
  { job, onRead, ...selection }: RunSelection,
  { environment, now }: { readonly environment: Environment; readonly now: number },
): Promise<JudgedRuns<Run>> {
  let judgedAt = now;
  const onPage = (facts: ReadFacts): void => {
    judgedAt = Math.max(now, facts.date ?? now);
    onRead?.(facts);
  };
  const isKeptByJob = !readsHistory(environment);
  const isScheduled = environment.freshness.some(({ cron }) => cron !== undefined);
  // The runs of the other jobs show how far back the history goes, which decides whether a scheduled run is missing.
  const jobToRead = isScheduled && !isKeptByJob ? undefined : job;
  const runs = await read({ ...selection, job: jobToRead, onRead: onPage });
  return { runs, now: judgedAt, isKeptByJob };
}
