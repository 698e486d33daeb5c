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

const dayMs = 86_400_000;

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

const knownChanges = new Map<string, readonly ClockChange[]>();

/**
 * Every change of a zone's clock between two moments. The last results are cached, because each takes some
 * milliseconds.
 */
export function clockChanges(zone: string, fromMs: number, toMs: number): readonly ClockChange[] {
  const key = `${zone} ${fromMs} ${toMs}`;
  const known = knownChanges.get(key);
  if (known !== undefined) return known;
  const changes = findChanges(zone, fromMs, toMs);
  if (knownChanges.size >= 50) knownChanges.clear();
  knownChanges.set(key, changes);
  return changes;
}

function findChanges(zone: string, fromMs: number, toMs: number): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetAt(zone, fromMs);
  for (let day = fromMs; day < toMs; day += dayMs) {
    const after = offsetAt(zone, day + dayMs);
    if (after !== before) changes.push(changeWithin(zone, day, before, after));
    before = after;
  }
  return changes;
}

function changeWithin(zone: string, day: number, before: number, after: number): ClockChange {
  let [low, high] = [day, day + dayMs];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  const [one, other] = [high + before, high + after];
  return { kind: after > before ? 'gap' : 'overlap', fromLocal: Math.min(one, other), toLocal: Math.max(one, other) };
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
    found = Math.floor((ms + offsetAt(zone, ms)) / dayMs) * dayMs === midnight;
    if (found) break;
  }
  if (knownDates.size >= 20_000) knownDates.clear();
  knownDates.set(key, found);
  return found;
}
