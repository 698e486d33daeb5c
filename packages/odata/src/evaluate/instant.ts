/** An instant with all the digits of its fraction. */
export interface Instant {
  /** Whole seconds since 1970-01-01T00:00:00Z, before the fraction. */
  readonly seconds: number;
  /** The digits after the point, without zeros at the end. */
  readonly fraction: string;
}

const form = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):(\d\d)))?$/i;

/**
 * The instant that `text` spells: a date-time with offset, with any number of digits in its fraction, or a calendar day,
 * which stands for its midnight in UTC. Undefined for every other text, also for a date-time without an offset.
 */
export function instantOf(text: string): Instant | undefined {
  // Two characters rule out nearly every other text, and a regular expression costs more.
  if (text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return undefined;
  const match = form.exec(text);
  if (match === null) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const days = daysSinceEpoch(part(1), part(2), part(3));
  const hour = part(4);
  const minute = part(5);
  const second = part(6);
  const hours = part(9);
  const minutes = part(10);
  if (days === undefined || hour > 23 || minute > 59 || second > 59 || hours > 23 || minutes > 59) return undefined;
  const offset = (hours * 60 + minutes) * (match[8] === '-' ? -60 : 60);
  return { seconds: days * 86_400 + hour * 3600 + minute * 60 + second - offset, fraction: trimmed(match[7] ?? '') };
}

/** The instant of a `Date`; undefined when it is invalid. */
export function instantOfDate(date: Date): Instant | undefined {
  const time = date.getTime();
  if (Number.isNaN(time)) return undefined;
  const seconds = Math.floor(time / 1000);
  return { seconds, fraction: trimmed(String(time - seconds * 1000).padStart(3, '0')) };
}

/** Negative when `a` is before `b`, 0 when they are the same instant, positive when `a` is after `b`. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.seconds !== b.seconds) return a.seconds < b.seconds ? -1 : 1;
  return a.fraction === b.fraction ? 0 : a.fraction < b.fraction ? -1 : 1;
}

const dash = 45;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days since 1970-01-01 in the proleptic Gregorian calendar; undefined for a day that it does not have. */
function daysSinceEpoch(year: number, month: number, day: number): number | undefined {
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day < 1 || (day > (monthLengths[month - 1] ?? 0) && !isLeapDay)) return undefined;
  // March is the first month of the shifted year, so that a leap day is the last day of one.
  const shifted = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + dayOfYear - 719_468;
}

function trimmed(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
