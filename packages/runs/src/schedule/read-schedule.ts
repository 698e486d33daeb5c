import { ownOptions } from '@syncline/core/internal';
import { Cron, CronPattern } from 'croner';
import {
  checkWeekdays,
  type CronDialect,
  cronOptionNames,
  type CronOptions,
  fieldsOf,
  hasFixedHours,
  toCroner,
} from './cron-dialect.ts';

/** The days on which schedules run, by the last three fields of their cron strings, which many schedules share. */
export interface ScheduleDays {
  /** The last three fields. */
  readonly text: string;
  /** The first day at or after a day that the schedule runs on, or undefined if there is none. Days count from 1970. */
  next(day: number): number | undefined;
  /** The smallest number of days between two runs; undefined if it never runs twice. */
  readonly smallestGap: number | undefined;
}

/** A parsed cron string. All times are local times. */
export interface WallSchedule {
  /** The seconds of the day at which it starts, in order */
  readonly times: readonly number[];
  readonly days: ScheduleDays;
  /** Whether the hours are listed, instead of `*` or a step */
  readonly hasFixedHours: boolean;
  /** The shortest time between two starts, in milliseconds of local time; undefined if it never starts twice */
  readonly shortestIntervalMs: number | undefined;
}

const dayMs = 86_400_000;
const daily = '0 0 * * *';
const yearly = '0 0 1 1 *';
const nicknames: Readonly<Record<string, string>> = {
  '@yearly': yearly,
  '@annually': yearly,
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * SUN',
  '@daily': daily,
  '@midnight': daily,
  '@hourly': '0 * * * *',
};

/**
 * Parses a cron string: five fields, or six that begin with seconds if the dialect allows it, with names of days and
 * months, or a nickname such as `@daily`. If both the day of the month and the weekday are given, either is enough.
 *
 * @throws {RangeError} when the text is not a cron string. The message contains the reason
 */
export function readSchedule(text: string, given: CronDialect): WallSchedule {
  const dialect = ownOptions(given as CronOptions, cronOptionNames, 'cron');
  const { sunday } = dialect;
  const trimmed = text.trim();
  const written = trimmed.startsWith('@') ? (nicknames[trimmed.toLowerCase()] ?? trimmed) : trimmed;
  const expanded = toCroner(written, dialect);
  let pattern: CronPattern;
  try {
    checkWeekdays(written, dialect);
    pattern = new CronPattern(expanded, 'UTC', { mode: fieldsOf(dialect), alternativeWeekdays: sunday === 1 });
  } catch (error) {
    throw new RangeError((error as Error).message.replace(/^CronPattern: /, ''));
  }
  const times = timesOf(pattern);
  const days = daysOf(expanded.split(/\s+/).slice(-3).join(' '), sunday);
  return {
    times,
    days,
    hasFixedHours: hasFixedHours(written),
    get shortestIntervalMs() {
      return shortestInterval(times, days);
    },
  };
}

function timesOf({ hour, minute, second }: CronPattern): number[] {
  const set = (flags: readonly number[]) => flags.flatMap((flag, index) => (flag ? [index] : []));
  const [hours, minutes, seconds] = [set(hour), set(minute), set(second)];
  return hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => h * 3600 + m * 60 + s)));
}

function shortestInterval(times: readonly number[], { smallestGap }: ScheduleDays): number | undefined {
  let shortest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < times.length; index += 1)
    shortest = Math.min(shortest, ((times[index] ?? 0) - (times[index - 1] ?? 0)) * 1000);
  const overNight = ((times[0] ?? 0) - (times.at(-1) ?? 0)) * 1000;
  if (smallestGap !== undefined) shortest = Math.min(shortest, overNight + smallestGap * dayMs);
  return Number.isFinite(shortest) ? shortest : undefined;
}

/** A cache, because many jobs run on the same days, and finding a gap takes milliseconds. */
const known = new Map<string, ScheduleDays>();
const knownLimit = 10_000;

function daysOf(text: string, sunday: 0 | 1): ScheduleDays {
  const key = `${sunday} ${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const days = /^[*?] [*?] [*?]$/.test(text) ? everyDay : readDays(text, sunday);
  if (known.size >= knownLimit) known.clear();
  known.set(key, days);
  return days;
}

const everyDay: ScheduleDays = { text: '* * *', next: (day) => day, smallestGap: 1 };

function readDays(text: string, sunday: 0 | 1): ScheduleDays {
  const cron = new Cron(`0 0 ${text}`, {
    utcOffset: 0,
    paused: true,
    mode: '5-part',
    alternativeWeekdays: sunday === 1,
  });
  let gap: { readonly days: number | undefined } | undefined;
  // croner searches thousands of years before it finds that there is no next day.
  let lastDay = Number.POSITIVE_INFINITY;
  const next = (day: number): number | undefined => {
    if (day >= lastDay) return undefined;
    const found = cron.nextRun(new Date(day * dayMs - 1));
    if (found === null) lastDay = day;
    return found === null ? undefined : found.getTime() / dayMs;
  };
  return {
    text,
    next,
    get smallestGap() {
      gap ??= { days: findGap(next) };
      return gap.days;
    },
  };
}

/** Checks the runs of four years from 2024 on, which contain every date and many combinations of dates and weekdays. */
function findGap(next: (day: number) => number | undefined): number | undefined {
  let smallest: number | undefined;
  let last = next(19_723);
  for (let count = 0; last !== undefined && count < 370 && smallest !== 1; count += 1) {
    const following = next(last + 1);
    if (following !== undefined) smallest = Math.min(smallest ?? Number.POSITIVE_INFINITY, following - last);
    last = following;
  }
  return smallest;
}
