import type { CronOptions } from './cron-options.ts';

/** The settings for parsing a cron expression. */
export type CronDialect = Pick<CronOptions, 'sunday' | 'seconds'>;

/**
 * Whether an expression lists its hours, instead of `*` or a step. It then means local times, which a clock change may
 * skip or repeat. Of the nicknames, only `@hourly` does not list hours.
 */
export function hasFixedHours(expression: string): boolean {
  return expression.startsWith('@')
    ? expression.toLowerCase() !== '@hourly'
    : !/[*?]/.test(expression.split(/\s+/).at(-4) ?? '*');
}
