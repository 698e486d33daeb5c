import { timeZone } from './time-zone.ts';

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
