import type { CronOptions } from './cron-options.ts';

/** What a reading of a cron expression depends on. */
export type CronDialect = Pick<CronOptions, 'sunday' | 'seconds'>;

/**
 * Whether an expression lists hours, and does not have `*` or a step of it: then it means times of the wall clock, which a
 * change of the clocks may skip or repeat. Of the nicknames, only `@hourly` does not.
 */
export function hasFixedHours(expression: string): boolean {
  return expression.startsWith('@')
    ? expression.toLowerCase() !== '@hourly'
    : !/[*?]/.test(expression.split(/\s+/).at(-4) ?? '*');
}
