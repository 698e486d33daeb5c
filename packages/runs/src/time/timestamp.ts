import { ConfigError } from '@syncline/core/errors';
import { timeOf } from '@syncline/core/internal';
import { instantOf, timeZone } from './time-zone.ts';

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Parses a timestamp: a `Date`, milliseconds since 1970, or an ISO 8601 text. A text without an offset is in the given
 * time zone. If the clocks show it twice, it means the first instant that is not before `earliest`.
 *
 * @returns milliseconds since 1970, without fractions; undefined if it is not a timestamp, is a date that does not
 * exist, or is not in the years 1 to 9999
 * @throws ConfigError if the text has no offset and there is no time zone
 */
export function readTimestamp(
  value: unknown,
  zone: string | undefined,
  option = 'timeZone',
  earliest?: number,
): number | undefined {
  const time = timeOf(value);
  if (time !== undefined) return inRange(time);
  if (typeof value === 'number') return inRange(Math.floor(value));
  if (typeof value !== 'string') return undefined;
  const match = pattern.exec(value.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Math.min(Number(second), 59), 0);
  // Date turns a date that does not exist, such as 31 February, into another one.
  const isReal =
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60;
  if (!isReal || Number(second) > 60) return undefined;
  const local = date.getTime() + Number(fraction.slice(0, 3).padEnd(3, '0')) + (second === '60' ? 1_000 : 0);
  if (offset === undefined) {
    if (zone === undefined)
      throw new ConfigError(
        option,
        `must be set, because the timestamp ${JSON.stringify(value.slice(0, 60))} has no offset`,
      );
    return inRange(instantOf(timeZone(option, zone), local, earliest));
  }
  if (/^z$/i.test(offset)) return inRange(local);
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return inRange(local - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000);
}

/** Whether a number is a moment that every store can keep: whole milliseconds of the years 1 to 9999. */
export function isStorableTime(milliseconds: number): boolean {
  return Number.isInteger(milliseconds) && inRange(milliseconds) !== undefined;
}

/** The years 1 to 9999, which every store supports. */
function inRange(milliseconds: number): number | undefined {
  return milliseconds >= -62_135_596_800_000 && milliseconds < 253_402_300_800_000 ? milliseconds : undefined;
}

/** Parses the `Date` header of a response, in milliseconds since 1970; undefined if it is absent or not a date. */
export function readHttpDate(text: string | undefined): number | undefined {
  // Of HTTP's three formats, services send only the first. Others are ignored, so that they are not misread.
  const at = text !== undefined && /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : at;
}
