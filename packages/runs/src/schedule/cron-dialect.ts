import { ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import { timeZone } from '../time/time-zone.ts';

/** How the service reads cron expressions. All options are required, because the vendor does not document them. */
export interface CronOptions {
  /** The IANA time zone in which the service reads its schedules, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** The number of Sunday: 0 as in Unix (0-7), or 1 as in Quartz and in the vendor's pages (1-7). */
  readonly sunday: 0 | 1;
  /**
   * Whether expressions of six fields begin with seconds, and those of seven also end with a year. Otherwise only five
   * fields are allowed.
   */
  readonly seconds: boolean;
}

/** The names of the options. */
export const cronOptionNames: OptionNames<CronOptions> = { timeZone: 1, sunday: 1, seconds: 1 };

/**
 * Checks options and returns a copy of them.
 *
 * @throws ConfigError with the option that is unknown, missing or cannot be used
 */
export function checkCronOptions(options: CronOptions): CronOptions {
  const checked = ownOptions(options, cronOptionNames, 'cron');
  const { timeZone: zone, sunday, seconds } = checked;
  timeZone('cron.timeZone', zone);
  if (sunday !== 0 && sunday !== 1) throw new ConfigError('cron.sunday', 'must be 0 or 1');
  if (typeof seconds !== 'boolean') throw new ConfigError('cron.seconds', 'must be true or false');
  return checked;
}

/** The settings for parsing a cron expression. */
export type CronDialect = Pick<CronOptions, 'sunday' | 'seconds'>;
