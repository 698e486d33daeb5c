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
  // Needs none of the platform's data, which takes it tens of milliseconds to load.
  if (name === 'UTC') return { name, offsetAt: () => 0 };
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

/** A moment at which the clock of a time zone is set forward or back. */
export interface OffsetChange {
  readonly at: number;
  /** How far the clock is ahead of UTC until this moment, in milliseconds. */
  readonly before: number;
  readonly after: number;
}

/** The changes by zone and year, because finding those of a year takes a millisecond. */
const knownYears = new Map<string, readonly OffsetChange[]>();
/** Some 600 zones over some years. */
const knownYearsLimit = 5_000;

/** Every change of a zone's clock after a moment and up to another, in order. */
export function offsetChanges(zone: TimeZone, fromMs: number, toMs: number): readonly OffsetChange[] {
  if (zone.name === 'UTC') return [];
  const changes: OffsetChange[] = [];
  for (let year = new Date(fromMs).getUTCFullYear(); Date.UTC(year, 0) <= toMs; year += 1)
    changes.push(...changesOfYear(zone, year).filter(({ at }) => at > fromMs && at <= toMs));
  return changes;
}

function changesOfYear(zone: TimeZone, year: number): readonly OffsetChange[] {
  const key = `${zone.name} ${year}`;
  const known = knownYears.get(key);
  if (known !== undefined) return known;
  const changes: OffsetChange[] = [];
  let before = zone.offsetAt(Date.UTC(year, 0));
  for (let at = Date.UTC(year, 0); at < Date.UTC(year + 1, 0); at += day) {
    const after = zone.offsetAt(at + day);
    if (after !== before) changes.push({ at: changeWithin(zone, at, before), before, after });
    before = after;
  }
  if (knownYears.size >= knownYearsLimit) knownYears.clear();
  knownYears.set(key, changes);
  return changes;
}

function changeWithin({ offsetAt }: TimeZone, from: number, before: number): number {
  let [low, high] = [from, from + day];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * A moment at which the clock of a time zone is set forward or back. Local times are milliseconds, counted as if they
 * were UTC.
 */
export interface ClockChange {
  /** `gap`: the local times between the two do not exist. `overlap`: they happen twice. */
  readonly kind: 'gap' | 'overlap';
  readonly fromLocal: number;
  readonly toLocal: number;
}

/**
 * How far the clock of a zone is ahead of UTC at a moment, in milliseconds.
 *
 * @throws ConfigError with the option `cron.timeZone`, if the zone is not known
 */
export function offsetAt(zone: string, ms: number): number {
  if (last.ms !== ms || last.zone !== zone) last = { zone, ms, offset: timeZone('cron.timeZone', zone).offsetAt(ms) };
  return last.offset;
}

/** Cached, because rules request the same moment for each job. */
let last = { zone: '', ms: 0, offset: 0 };

/** Every change of a zone's clock after a moment and up to another, in order. */
export function clockChanges(zone: string, fromMs: number, toMs: number): readonly ClockChange[] {
  return offsetChanges(timeZone('cron.timeZone', zone), fromMs, toMs).map(({ at, before, after }) => ({
    kind: after > before ? 'gap' : 'overlap',
    fromLocal: at + Math.min(before, after),
    toLocal: at + Math.max(before, after),
  }));
}

const knownDates = new Map<string, boolean>();

/**
 * Whether a zone's clock ever shows a date, given as its midnight in UTC. An island may skip a day to move across the
 * date line.
 */
export function hasDate(zone: string, midnight: number): boolean {
  const key = `${zone} ${midnight}`;
  const known = knownDates.get(key);
  if (known !== undefined) return known;
  let found = false;
  // Noon is checked first, because it decides for nearly every day.
  for (const hour of [12, ...Array.from({ length: 53 }, (_, index) => index - 14)]) {
    const utc = midnight + hour * 3_600_000;
    const ms = hour === 12 ? utc - offsetAt(zone, utc) : utc;
    found = Math.floor((ms + offsetAt(zone, ms)) / day) * day === midnight;
    if (found) break;
  }
  if (knownDates.size >= 20_000) knownDates.clear();
  knownDates.set(key, found);
  return found;
}
