import { ConfigError } from '@syncline/core/errors';
import { timeZone } from '../time/time-zone.ts';

/** How the service reads cron expressions. All options are required, because the vendor does not document them. */
export interface CronOptions {
  /** The IANA time zone in which the service reads its schedules, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** The number of Sunday: 0 as in Unix (0-7), or 1 as in Quartz and in the vendor's pages (1-7). */
  readonly sunday: 0 | 1;
  /** Whether expressions of six fields begin with seconds. Otherwise only five fields are allowed. */
  readonly seconds: boolean;
}

/** @throws ConfigError with the option that is missing or cannot be used */
export function checkCronOptions(options: CronOptions): void {
  const { timeZone: zone, sunday, seconds } = Object(options) as CronOptions;
  timeZone('cron.timeZone', zone);
  if (sunday !== 0 && sunday !== 1) throw new ConfigError('cron.sunday', 'must be 0 or 1');
  if (typeof seconds !== 'boolean') throw new ConfigError('cron.seconds', 'must be true or false');
}
