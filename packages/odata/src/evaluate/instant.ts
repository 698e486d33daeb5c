/** An instant with all the digits of its fraction. */
export interface Instant {
  /** Whole seconds since 1970-01-01T00:00:00Z, before the fraction. */
  readonly seconds: number;
  /** The digits after the point, without trailing zeros. */
  readonly fraction: string;
}

/**
 * The instant in `text`: a date-time with offset and any number of fractional digits, or a calendar day, which means
 * midnight in UTC. Undefined for any other text, including a date-time without an offset.
 */
export function instantOf(text: string): Instant | undefined {
  const seconds = secondsOf(text);
  return Number.isNaN(seconds) ? undefined : { seconds, fraction: fractionOf(text) };
}

/**
 * Compares the instant in a text with another one; NaN if the text is not an instant. It creates no object.
 *
 * Comparing two texts takes a fraction of the time of checking one. So the result is reliable only for the order that
 * is `sought`: when `gt` looks for `greater`, a text that is not an instant may count as less (`npm run bench --
 * filter`, "Evaluate an instant").
 */
export function textComparer(instant: Instant, sought: 'less' | 'equal' | 'greater'): (text: string) => number {
  const { seconds, fraction } = instant;
  // Texts from toISOString() are compared faster than parts of longer texts.
  const before = new Date(seconds * 1000 - 1).toISOString();
  const after = new Date(seconds * 1000 + 1000).toISOString();
  // An offset can move an instant out of the range of four-digit years.
  const isUsual = before.length === 24 && after.length === 24;
  return (text) => {
    const { length } = text;
    if (isUsual && length > 19 && text.charCodeAt(length - 1) === upperZ && text.charCodeAt(10) === upperT) {
      if (text < before && (sought !== 'less' || usualSpelling.test(text))) return -1;
      if (text > after && (sought !== 'greater' || usualSpelling.test(text))) return 1;
    }
    const found = secondsOf(text);
    return found === seconds ? compareFractions(fractionOf(text), fraction) : found - seconds;
  };
}

/** Compares the time of a `Date` with an instant, whose parts are read only once. NaN if the date is invalid. */
export function timeComparer({ seconds, fraction }: Instant): (time: number) => number {
  const expected = seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  // A `Date` has only three fractional digits.
  const atExpected = fraction.length > 3 ? -1 : 0;
  return (time) => (time === expected ? atExpected : time - expected);
}

/**
 * Whole seconds since 1970-01-01T00:00:00Z; NaN when `text` is not an instant. It reads character by character, because
 * a regular expression with groups takes several times as long (`npm run bench -- filter`, "Evaluate an instant").
 */
function secondsOf(text: string): number {
  const { length } = text;
  if (length < 10 || text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return Number.NaN;
  const century = pairAt(text, 0);
  const year = pairAt(text, 2);
  const days =
    century < 0 || year < 0 ? Number.NaN : daysSinceEpoch(century * 100 + year, pairAt(text, 5), pairAt(text, 8));
  if (length === 10) return days * 86_400;
  const hour = pairAt(text, 11);
  const minute = pairAt(text, 14);
  if (length < 17 || (text.charCodeAt(10) | 32) !== letterT || text.charCodeAt(13) !== colon) return Number.NaN;
  let second = 0;
  let end = 16;
  if (text.charCodeAt(end) === colon) {
    second = pairAt(text, 17);
    end = endOfFraction(text);
  }
  const isValid = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
  return isValid ? days * 86_400 + hour * 3600 + minute * 60 + second - offsetAt(text, end) : Number.NaN;
}

/** The offset at the end of a date-time, in seconds; NaN if there is none, or if it is invalid. */
function offsetAt(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  if ((sign | 32) === letterZ) return text.length === at + 1 ? 0 : Number.NaN;
  if ((sign !== plus && sign !== dash) || text.length !== at + 6 || text.charCodeAt(at + 3) !== colon)
    return Number.NaN;
  const hours = pairAt(text, at + 1);
  const minutes = pairAt(text, at + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return Number.NaN;
  return (hours * 60 + minutes) * (sign === dash ? -60 : 60);
}

/** The number in two digits; -1 if the characters are not digits. */
function pairAt(text: string, at: number): number {
  const high = text.charCodeAt(at) - zero;
  const low = text.charCodeAt(at + 1) - zero;
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : -1;
}

/**
 * The end of the seconds of a date-time, including their fraction if there is one. A point without digits is not
 * included.
 */
function endOfFraction(text: string): number {
  if (text.charCodeAt(19) !== point) return 19;
  let end = 20;
  while (end < text.length && text.charCodeAt(end) >= zero && text.charCodeAt(end) <= zero + 9) end++;
  return end === 20 ? 19 : end;
}

/** The fractional digits of a text that is an instant. */
function fractionOf(text: string): string {
  return text.charCodeAt(19) === point ? trimmed(text.slice(20, endOfFraction(text))) : '';
}

/** The instant of the time of a `Date`; undefined when it is invalid. */
export function instantOfTime(time: number): Instant | undefined {
  if (Number.isNaN(time)) return undefined;
  const seconds = Math.floor(time / 1000);
  return { seconds, fraction: trimmed(String(time - seconds * 1000).padStart(3, '0')) };
}

/** Negative when `a` is before `b`, 0 when they are the same instant, positive when `a` is after `b`. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.seconds !== b.seconds) return a.seconds < b.seconds ? -1 : 1;
  return compareFractions(a.fraction, b.fraction);
}

function compareFractions(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/**
 * `2026-01-31T08:00:00.5Z`: in UTC, with seconds, in upper case. Every text in this form is an instant, and if their
 * seconds differ, such texts sort like their instants. Days from the 29th on are left out.
 */
const usualSpelling = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

const upperT = 84;
const upperZ = 90;
const plus = 43;
const dash = 45;
const point = 46;
const zero = 48;
const colon = 58;
const letterT = 116;
const letterZ = 122;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days since 1970-01-01 in the proleptic Gregorian calendar; NaN for a day that does not exist. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day < 1 || (day > (monthLengths[month - 1] ?? 0) && !isLeapDay)) return Number.NaN;
  // The shifted year begins in March, so that a leap day is its last day.
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
