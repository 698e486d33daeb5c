import { checkChoice, checkCount, ConfigError, type OptionNames } from '@syncline/core/internal';
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

/** @throws {ConfigError} when a setting cannot be used */
export function checkLintSettings({ cron, maxStartsPerMinute, commandTimeoutUnit, history, now }: LintSettings): void {
  if (cron !== undefined) checkCronOptions(cron);
  checkCount('maxStartsPerMinute', maxStartsPerMinute);
  checkChoice('commandTimeoutUnit', commandTimeoutUnit, 'milliseconds', 'seconds', 'minutes');
  if (history !== undefined && typeof history?.runtimesOf !== 'function')
    throw new ConfigError('history', 'must have a method runtimesOf');
  if (now !== undefined && !(now instanceof Date && !Number.isNaN(now.getTime())))
    throw new ConfigError('now', 'must be a valid date');
}
