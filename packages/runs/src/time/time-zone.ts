import { ConfigError } from '@syncline/core/errors';

/** The offset rules of one time zone. */
export interface TimeZone {
  readonly name: string;
  /** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
  readonly offsetAt: (instant: number) => number;
}

const zones = new Map<string, TimeZone>();
const day = 86_400_000;

/**
 * Returns the rules of an IANA time zone, such as `Europe/Berlin`.
 *
 * @throws ConfigError that names the option, if the zone is not known
 */
export function timeZone(option: string, name: string): TimeZone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = createTimeZone(option, name);
  zones.set(name, zone);
  return zone;
}

function createTimeZone(option: string, name: string): TimeZone {
  let format: Intl.DateTimeFormat;
  try {
    if (typeof name !== 'string' || name === '') throw new RangeError();
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new ConfigError(option, `must be an IANA time zone such as "Europe/Berlin" or "UTC"`);
  }
  const offsetAt = (instant: number): number => {
    if (name === 'UTC') return 0;
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
    const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
  };
  return { name, offsetAt };
}

/**
 * The instant of a local time. A time that clocks show twice means the first that is not before `earliest`, or the first;
 * a time that clocks skip is moved ahead by the length of the gap.
 *
 * @param local - milliseconds of the local date and time, counted as if it were UTC
 */
export function instantOf({ offsetAt }: TimeZone, local: number, earliest = Number.NEGATIVE_INFINITY): number {
  const [before, after] = [offsetAt(local - day), offsetAt(local + day)];
  const fits = [before, after].map((offset) => local - offset).filter((at) => at + offsetAt(at) === local);
  if (fits.length === 0) return local - before;
  const later = fits.filter((at) => at >= earliest);
  return Math.min(...(later.length > 0 ? later : fits));
}
