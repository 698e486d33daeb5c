import { ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
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

/** The names of the options. */
export const cronOptionNames: OptionNames<CronOptions> = { timeZone: 1, sunday: 1, seconds: 1 };

/**
 * Checks options and returns a copy of them.
 *
 * @throws ConfigError with the option that is unknown, missing or cannot be used
 */
export function checkCronOptions(options: CronOptions): CronOptions {
  const own = ownOptions(options, cronOptionNames, 'cron');
  const { timeZone: zone, sunday, seconds } = own;
  timeZone('cron.timeZone', zone);
  if (sunday !== 0 && sunday !== 1) throw new ConfigError('cron.sunday', 'must be 0 or 1');
  if (typeof seconds !== 'boolean') throw new ConfigError('cron.seconds', 'must be true or false');
  return own;
}

/** The settings for parsing a cron expression. */
export type CronDialect = Pick<CronOptions, 'sunday' | 'seconds'>;

/** How many fields an expression has, in croner's terms. */
export function fieldsOf({ seconds }: CronDialect): '5-part' | '5-or-6-parts' {
  return seconds ? '5-or-6-parts' : '5-part';
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * Writes an expression of Unix or Quartz in the forms that croner reads:
 *
 * | form | meaning |
 * |---|---|
 * | `3/15` | from 3 to the end of the field, each 15th |
 * | `SAT-SUN`, `22-2` | a range that goes on at the start of the field |
 * | `L` as a weekday | Saturday |
 * | `6L`, `FRIL` as a weekday | the last of that weekday in the month |
 *
 * Letters may be in any case. A part in another form stays as it is, and croner reads it or refuses it.
 */
export function toCroner(expression: string, { sunday }: CronDialect): string {
  const fields = expression.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return expression;
  const days = { from: sunday, to: 6 + sunday, names: weekdays, first: sunday };
  const limits = [
    { from: 0, to: 59 },
    { from: 0, to: 59 },
    { from: 0, to: 23 },
    { from: 1, to: 31 },
    { from: 1, to: 12, names: months, first: 1 },
    days,
  ].slice(6 - fields.length);
  return fields
    .map((field, index) => {
      const limit = limits[index] as Limit;
      return field
        .split(',')
        .map((part) => (limit === days ? weekdayPart(part, limit) : undefined) ?? expandPart(part, limit))
        .join(',');
    })
    .join(' ');
}

interface Limit {
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
  /** The number of the first name */
  readonly first?: number;
}

function weekdayPart(part: string, { to }: Limit): string | undefined {
  if (part === 'L') return String(to);
  const [, day] = /^([0-7]|[A-Z]{3})L$/.exec(part) ?? [];
  return day === undefined ? undefined : `${day}#L`;
}

/** A start with a step, and a range that wraps, as a list. */
function expandPart(part: string, { from, to, names = [], first = 0 }: Limit): string {
  const [, left = '', right, step] = /^(\d+|[A-Z]{3})(?:-(\d+|[A-Z]{3}))?(?:\/(\d+))?$/.exec(part) ?? [];
  const numberOf = (text: string): number => (/^\d+$/.test(text) ? Number(text) : names.indexOf(text) + first);
  const isKnown = (text: string): boolean => /^\d+$/.test(text) || names.includes(text);
  if (left === '' || !isKnown(left) || (right !== undefined && !isKnown(right))) return part;
  const [begin, end, every] = [numberOf(left), right === undefined ? to : numberOf(right), Number(step ?? 1)];
  const isWrapping = right !== undefined && begin > end;
  // Unix also writes Sunday as 7, which is not a range that wraps.
  const isListed = isWrapping || (right === undefined && step !== undefined);
  if (!isListed || every < 1 || begin < from || begin > to || end < from) return part;
  const size = to - from + 1;
  const last = isWrapping ? end + size : end;
  const values: number[] = [];
  for (let value = begin; value <= last; value += every) values.push(((value - from) % size) + from);
  return values.join(',');
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
