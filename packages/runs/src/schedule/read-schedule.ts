import { ownOptions } from '@syncline/core/internal';
import { type CronDialect, cronOptionNames, type CronOptions } from './cron-dialect.ts';
import { type CronDays, parseCron } from './cron-fields.ts';

/** The days on which schedules run, by the fields of their cron strings from the day on, which many schedules share. */
export interface ScheduleDays {
  /** The fields from the day of the month on. */
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

/**
 * Parses a cron string of Unix or Quartz: five fields, or, if the dialect allows it, six that begin with seconds and
 * seven that also end with a year; or a nickname such as `@daily`.
 *
 * @throws {RangeError} when the text is not a cron string. The message contains the reason
 */
export function readSchedule(text: string, cronDialect: CronDialect): WallSchedule {
  const dialect = ownOptions(cronDialect as CronOptions, cronOptionNames, 'cron');
  const { seconds, minutes, hours, hasFixedHours, days } = parseCron(text, dialect);
  const times = hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => h * 3600 + m * 60 + s)));
  const scheduleDays = daysOf(days);
  return {
    times,
    days: scheduleDays,
    hasFixedHours,
    get shortestIntervalMs() {
      return shortestInterval(times, scheduleDays);
    },
  };
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

function daysOf(days: CronDays): ScheduleDays {
  const found = known.get(days.text);
  if (found !== undefined) return found;
  const scheduleDays = /^[*?] \* [*?] \* /.test(days.text) ? everyDay : createDays(days);
  if (known.size >= knownLimit) known.clear();
  known.set(days.text, scheduleDays);
  return scheduleDays;
}

const everyDay: ScheduleDays = { text: '* * * *', next: (day) => day, smallestGap: 1 };

/** After these years, dates have the same weekdays again. */
const cycleYears = 400;

function createDays({ text, lastYear, daysOf: datesOf }: CronDays): ScheduleDays {
  let gap: { readonly days: number | undefined } | undefined;
  // Callers ask for one day after the other, and finding that there is no next day takes longest.
  let last: { month: number; days: readonly number[] } = { month: Number.NaN, days: [] };
  let never = Number.POSITIVE_INFINITY;
  const daysIn = (month: number): readonly number[] => {
    if (last.month === month) return last.days;
    const year = Math.floor(month / 12);
    const before = Date.UTC(year, month % 12, 0) / dayMs;
    return (last = { month, days: datesOf(year, (month % 12) + 1).map((date) => before + date) }).days;
  };
  const next = (day: number): number | undefined => {
    if (day >= never) return undefined;
    const date = new Date(day * dayMs);
    const first = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const end = Math.min(first + cycleYears * 12, ((lastYear ?? Number.POSITIVE_INFINITY) + 1) * 12);
    for (let month = first; month <= end; month += 1) {
      const found = daysIn(month).find((each) => each >= day);
      if (found !== undefined) return found;
    }
    never = day;
    return undefined;
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
