import type { CronOptions } from './cron-options.ts';

/** The settings for parsing a cron expression. */
export type CronDialect = Pick<CronOptions, 'sunday' | 'seconds'>;

/** How many fields an expression has, in croner's terms. */
export function fieldsOf({ seconds }: CronDialect): '5-part' | '5-or-6-parts' {
  return seconds ? '5-or-6-parts' : '5-part';
}

/**
 * Checks the numbers of weekdays where Sunday is 1. There, croner also reads 8, as Sunday.
 *
 * @throws {RangeError} if one is not a day of the week from 1 to 7
 */
export function checkWeekdays(expression: string, { sunday }: CronDialect): void {
  if (sunday === 0) return;
  // Steps ("/2") and ordinals ("#2") are counts, not days.
  for (const [day] of (expression.split(/\s/).at(-1) ?? '').matchAll(/(?<![/#\d])\d+/g))
    if (!/^[1-7]$/.test(day)) throw new RangeError(`${day} is not a day of the week from 1 to 7`);
}

/**
 * Whether an expression lists its hours, instead of `*` or a step. It then means local times, which a clock change may
 * skip or repeat. Of the nicknames, only `@hourly` does not list hours.
 */
export function hasFixedHours(expression: string): boolean {
  return expression.startsWith('@')
    ? expression.toLowerCase() !== '@hourly'
    : !/[*?]/.test(expression.split(/\s+/).at(-4) ?? '*');
}
