import { ConfigError } from '@syncline/core';
import { checkNames } from '../text/check-names.ts';

/**
 * How the service reads cron strings. The specification does not say it, and products differ, so all three must be
 * given.
 */
export interface CronSettings {
  /** The IANA time zone in which schedules run, such as `Europe/Berlin` */
  readonly timeZone: string;
  /** The number of Sunday: 0 (cron; 7 is Sunday too) or 1 (Quartz, where Saturday is 7) */
  readonly sunday: 0 | 1;
  /** Whether a string of six fields begins with seconds. If false, only five fields are allowed */
  readonly seconds: boolean;
}

/** @throws {ConfigError} when a setting is missing or cannot be used */
export function checkCronSettings(settings: CronSettings): void {
  checkNames(settings, ['timeZone', 'sunday', 'seconds'], 'cron.');
  if (!isTimeZone(settings.timeZone))
    throw new ConfigError('cron.timeZone', 'must be an IANA time zone, such as Europe/Berlin');
  if (settings.sunday !== 0 && settings.sunday !== 1)
    throw new ConfigError('cron.sunday', 'must be 0 or 1: the number of Sunday in your cron strings');
  if (typeof settings.seconds !== 'boolean')
    throw new ConfigError(
      'cron.seconds',
      'must be true if a string of six fields begins with seconds, otherwise false',
    );
}

function isTimeZone(timeZone: unknown): boolean {
  if (typeof timeZone !== 'string' || timeZone === '') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format();
    return true;
  } catch {
    return false;
  }
}
