import {
  checkChoice,
  checkCount,
  ConfigError,
  type OptionNames,
  ownOptions,
  withoutPrototype,
  timeOf,
} from '@syncline/core/internal';
import { checkCronOptions, type CronOptions } from '@syncline/runs/schedule';

/** The job whose history is requested. */
export interface HistoryJob {
  readonly name: string;
  readonly id?: string | undefined;
  /** The name of its workspace, if it is known */
  readonly workspace?: string | undefined;
}

/** The information about past runs that rules need. You can pass any object with this method. */
export interface JobHistory {
  /**
   * How long the ended runs of a job took, in milliseconds, in any order; undefined if nothing is known about the job.
   */
  runtimesOf(job: HistoryJob): readonly number[] | undefined;
}

/**
 * The information that rules need in addition to the jobs. A rule whose setting is missing is reported as not checked.
 */
export interface LintSettings {
  /** How the service reads cron strings. Its time zone also applies to dates. @default not known */
  readonly cron?: CronOptions | undefined;
  /** How many jobs may start on one destination in the same minute, from 1. @default not limited */
  readonly maxStartsPerMinute?: number | undefined;
  /** The unit of `CommandTimeout`, which the specification does not define. @default not known */
  readonly commandTimeoutUnit?: 'milliseconds' | 'seconds' | 'minutes' | undefined;
  /** The runtimes of past runs. @default not known */
  readonly history?: JobHistory | undefined;
  /** The time for which dates and schedules are checked. @default the current time */
  readonly now?: Date | undefined;
}

/** The names of all settings. */
export const lintSettingNames: OptionNames<LintSettings> = {
  cron: 1,
  maxStartsPerMinute: 1,
  commandTimeoutUnit: 1,
  history: 1,
  now: 1,
};

/**
 * Checks settings that inherit nothing, and returns them.
 *
 * @throws {ConfigError} when a setting cannot be used
 */
export function checkLintSettings(settings: LintSettings): LintSettings {
  const { cron, maxStartsPerMinute, commandTimeoutUnit, history, now } = settings;
  checkCount('maxStartsPerMinute', maxStartsPerMinute);
  checkChoice('commandTimeoutUnit', commandTimeoutUnit, 'milliseconds', 'seconds', 'minutes');
  if (history !== undefined && typeof history?.runtimesOf !== 'function')
    throw new ConfigError('history', 'must have a method runtimesOf');
  // A Date of another realm is one too.
  if (now !== undefined && Number.isNaN(timeOf(now) ?? Number.NaN))
    throw new ConfigError('now', 'must be a valid date');
  return cron === undefined ? settings : withoutPrototype({ ...settings, cron: checkCronOptions(cron) });
}

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
