import type { CronDialect } from './cron-dialect.ts';

/** The fields of a cron expression, parsed. */
export interface CronFields {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Whether the hours are listed, instead of `*` or `*` with a step. */
  readonly hasFixedHours: boolean;
  readonly days: CronDays;
}

/** The days of a cron expression: day of the month, month, weekday and year. */
export interface CronDays {
  /** These fields in one spelling, which many expressions share. */
  readonly text: string;
  /** The last year, or undefined if every year is meant. */
  readonly lastYear: number | undefined;
  /** The days of a month (1-12) on which the schedule runs, in order. */
  daysOf(year: number, month: number): readonly number[];
}

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
}

const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * SUN',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const secondField: Field = { name: 'a second', from: 0, to: 59 };
const minuteField: Field = { name: 'a minute', from: 0, to: 59 };
const hourField: Field = { name: 'an hour', from: 0, to: 23 };
const dayField: Field = { name: 'a day of the month', from: 1, to: 31 };
const monthField: Field = { name: 'a month', from: 1, to: 12, names: monthNames };
const yearField: Field = { name: 'a year', from: 1970, to: 2099 };

/**
 * Parses a cron expression of Unix or Quartz, in upper or lower case:
 *
 * | form | where | meaning |
 * |---|---|---|
 * | `*`, `5`, `1,2`, `9-17` | everywhere | all, one, several, a range |
 * | `9-17/2`, `3/15` | everywhere | each second of a range; each 15th from 3 to the end of the field |
 * | `22-2`, `SAT-SUN` | everywhere | a range that goes on at the start of the field |
 * | `JAN`, `MON` | months, weekdays | a name |
 * | `?` | days | any day |
 * | `L`, `L-3`, `LW`, `15W` | days of the month | the last, the third before it, the last weekday, the weekday nearest to 15 |
 * | `L`, `6L`, `FRI#2` | weekdays | Saturday, the last such day of the month, the second one |
 *
 * If neither the day of the month nor the weekday begins with `*` or is `?`, either is enough, as in Unix.
 *
 * @throws {RangeError} if the expression cannot be read. The message is the reason
 */
export function parseCron(expression: string, dialect: CronDialect): CronFields {
  const trimmed = expression.trim().toUpperCase();
  // Unix's nicknames have five fields, also where other expressions begin with seconds.
  const isNickname = trimmed.startsWith('@');
  const text = isNickname ? nicknames[trimmed.toLowerCase()] : trimmed;
  if (text === undefined) throw new RangeError('the nickname has no times, or is not known');
  const [second, minute, hour, ...days] = splitFields(text, dialect.seconds);
  return {
    seconds: valuesOf(second, secondField),
    minutes: valuesOf(minute, minuteField),
    hours: valuesOf(hour, hourField),
    hasFixedHours: !hour.split(',').some((part) => part.startsWith('*')),
    days: parseDays(days, isNickname ? 0 : dialect.sunday),
  };
}

/** The day of the month, the month, the weekday and the year. */
type DayFields = [day: string, month: string, weekday: string, year: string];

/** Seven fields, from the seconds to the year. */
function splitFields(text: string, seconds: boolean): [string, string, string, ...DayFields] {
  // A date of ISO 8601 is a mistake that is worth a message of its own.
  if (text.includes(':')) throw new RangeError('a date is not a schedule');
  const fields = text.split(/\s+/);
  const { length } = fields;
  if (length !== 5 && !(seconds && (length === 6 || length === 7))) {
    const needed = seconds ? '5 fields, 6 that begin with seconds, or 7 that also end with a year' : '5 fields';
    const hint = !seconds && length > 5 ? '; if the first is seconds, set "seconds" to true' : '';
    throw new RangeError(`it needs ${needed}, and has ${length}${hint}`);
  }
  if (length === 5) fields.unshift('0');
  if (length < 7) fields.push('*');
  return fields as [string, string, string, ...DayFields];
}

/** The values of a field that has no forms of its own, in order. */
function valuesOf(text: string, field: Field): number[] {
  const values = new Set(text.split(',').flatMap((part) => rangeOf(part, field)));
  return [...values].sort((left, right) => left - right);
}

/** `*`, a value or a range, with or without a step. The numbers of a range that wraps begin again at the first one. */
function rangeOf(part: string, field: Field): number[] {
  const { name, from, to } = field;
  const [, all, first, last, step] = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part) ?? [];
  if (all === undefined && first === undefined) throw new RangeError(`"${part}" is not ${name}`);
  const size = to - from + 1;
  const every = Number(step ?? 1);
  if (every < 1 || every > size) throw new RangeError(`"${part}" needs a step from 1 to ${size}`);
  const begin = first === undefined ? from : numberOf(first, field);
  let end = first === undefined || (last === undefined && step !== undefined) ? lastOf(field) : begin;
  if (last !== undefined) end = numberOf(last, field);
  if (end < begin && field === yearField) throw new RangeError(`"${part}" ends before it begins`);
  if (end < begin) end += size;
  const values: number[] = [];
  for (let value = begin; value <= end; value += every) values.push(((value - from) % size) + from);
  return values;
}

function numberOf(text: string, field: Field): number {
  const { name, from, names = [] } = field;
  const index = names.indexOf(text);
  if (index >= 0) return index + from;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  const most = lastOf(field);
  if (!(value >= from && value <= most)) throw new RangeError(`${text} is not ${name} from ${from} to ${most}`);
  return value;
}

/** Unix counts weekdays from 0 to 7: 7 is Sunday too. */
function lastOf({ from, to, names }: Field): number {
  return names === weekdayNames && from === 0 ? 7 : to;
}

/** The days that one part of a field means, in a month of `length` days that begins on `first`, a weekday from 0. */
type DaysOfPart = (length: number, first: number) => readonly number[];

function parseDays([day, month, weekday, year]: DayFields, sunday: 0 | 1): CronDays {
  const byDay = day.split(',').map((part) => readDay(part, day));
  const byWeekday = weekday.split(',').map((part) => readWeekday(part, weekday, sunday));
  const months = valuesOf(month, monthField);
  const years = year === '*' ? undefined : valuesOf(year, yearField);
  const isAny = (text: string): boolean => text.startsWith('*') || text === '?';
  const isEitherEnough = !isAny(day) && !isAny(weekday);
  return {
    text: [day, month, weekday, year, sunday].join(' '),
    lastYear: years?.at(-1),
    daysOf: (inYear, inMonth) => {
      if (!months.includes(inMonth) || years?.includes(inYear) === false) return [];
      const length = new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate();
      const first = new Date(Date.UTC(inYear, inMonth - 1, 1)).getUTCDay();
      const [left, right] = [byDay, byWeekday].map((parts) => new Set(parts.flatMap((part) => part(length, first))));
      const isRunDay = (date: number): boolean =>
        isEitherEnough ? left?.has(date) || right?.has(date) || false : !!(left?.has(date) && right?.has(date));
      return Array.from({ length }, (_, index) => index + 1).filter(isRunDay);
    },
  };
}

const everyDay: DaysOfPart = (length) => Array.from({ length }, (_, index) => index + 1);

function readDay(part: string, field: string): DaysOfPart {
  if (part === '?' && field === '?') return everyDay;
  const [, fixed, before, nearest] = /^(?:(\d+)|L(?:-(\d+))?)(W?)$/.exec(part) ?? [];
  if (nearest === undefined || (fixed !== undefined && nearest === '')) {
    const values = rangeOf(part, dayField);
    return (length) => values.filter((value) => value <= length);
  }
  const date = fixed === undefined ? undefined : numberOf(fixed, dayField);
  const offset = Number(before ?? 0);
  if (offset > 30) throw new RangeError(`"${part}" is more than 30 days before the last`);
  return (length, first) => {
    const value = date ?? length - offset;
    if (value < 1 || value > length) return [];
    return [nearest === '' ? value : nearestWeekday(value, length, first)];
  };
}

/** From Monday to Friday, and in the same month. */
function nearestWeekday(date: number, length: number, first: number): number {
  const weekday = (first + date - 1) % 7;
  if (weekday === 6) return date === 1 ? 3 : date - 1;
  if (weekday === 0) return date === length ? date - 2 : date + 1;
  return date;
}

function readWeekday(part: string, text: string, sunday: 0 | 1): DaysOfPart {
  if (part === '?' && text === '?') return everyDay;
  const field: Field = { name: 'a day of the week', from: sunday, to: 6 + sunday, names: weekdayNames };
  if (part === 'L') return weekdays([6]);
  const [, day, last, ordinal] = /^(\w+?)(?:(L)|#(\d+))$/.exec(part) ?? [];
  if (day === undefined) return weekdays(rangeOf(part, field).map((value) => (value - sunday) % 7));
  const found = weekdays([(numberOf(day, field) - sunday) % 7]);
  if (last !== undefined) return (length, first) => found(length, first).slice(-1);
  const index = Number(ordinal) - 1;
  if (index < 0 || index > 4) throw new RangeError(`"${part}" needs a number from 1 to 5 after "#"`);
  return (length, first) => found(length, first).slice(index, index + 1);
}

/** The dates of weekdays, which count from 0 for Sunday. */
function weekdays(days: readonly number[]): DaysOfPart {
  return (length, first) => everyDay(length, first).filter((date) => days.includes((first + date - 1) % 7));
}
