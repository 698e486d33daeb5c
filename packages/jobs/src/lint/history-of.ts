import { ConfigError, ownOptions } from '@syncline/core/internal';
import type { JobHistory } from '../rule/lint-settings.ts';

/** A run, as `historySource` and `statusSource` of `@syncline/runs` return it. */
export interface EndedRun {
  /** The job that it belongs to: its name, or its id */
  readonly job: string;
  /** When it started, in milliseconds since 1970 */
  readonly start: number;
  /** When it ended, in milliseconds since 1970; undefined if it is running, or if that is not known */
  readonly end: number | undefined;
}

/** How runs refer to their job. */
export interface HistoryOfOptions {
  /**
   * Whether `job` of a run is the name or the id. Jobs with the same name in two workspaces can be distinguished only
   * by id
   */
  readonly by: 'name' | 'id';
}

/**
 * Creates the setting `history` of `lintJobs` from runs, such as those that `historySource(…).read(…)` of
 * `@syncline/runs` returns. Runs without an end are left out; so is a run that ended before it started.
 *
 * @throws {ConfigError} when `by` is missing, or a run has no job or start
 */
export function historyOf(runs: Iterable<EndedRun>, options: HistoryOfOptions): JobHistory {
  const { by } = ownOptions(options, { by: 1 });
  if (by !== 'name' && by !== 'id') throw new ConfigError('by', "must be 'name' or 'id': what `job` of a run contains");
  const runtimes = new Map<string, number[]>();
  for (const { job, start, end } of runs) {
    if (typeof job !== 'string' || !Number.isFinite(start))
      throw new ConfigError('runs', 'must have a `job` (a string) and a `start` (milliseconds) each');
    const known = runtimes.get(job) ?? [];
    runtimes.set(job, known);
    if (end !== undefined && end >= start) known.push(end - start);
  }
  return { runtimesOf: (job) => runtimes.get((by === 'name' ? job.name : job.id) ?? '') };
}
