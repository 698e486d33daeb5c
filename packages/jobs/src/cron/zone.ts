/** A moment at which the wall clock of a time zone is set forward or back. Local times are milliseconds as if in UTC. */
export interface ClockChange {
  /** `gap`: the local times between the two do not exist. `overlap`: they happen twice. */
  readonly kind: 'gap' | 'overlap';
  readonly fromLocal: number;
  readonly toLocal: number;
}

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

let last = { timeZone: '', ms: 0, offset: 0 };

/** How far the wall clock of a zone is ahead of UTC at a moment, in milliseconds. */
export function offsetAt(timeZone: string, ms: number): number {
  if (last.ms !== ms || last.timeZone !== timeZone) last = { timeZone, ms, offset: findOffset(timeZone, ms) };
  return last.offset;
}

function findOffset(timeZone: string, ms: number): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

const knownChanges = new Map<string, readonly ClockChange[]>();

/**
 * Every change of a zone's clock between two moments. The last answers are kept, because each takes some milliseconds.
 */
export function clockChanges(timeZone: string, fromMs: number, toMs: number): readonly ClockChange[] {
  const key = `${timeZone} ${fromMs} ${toMs}`;
  const known = knownChanges.get(key);
  if (known !== undefined) return known;
  const changes = findChanges(timeZone, fromMs, toMs);
  if (knownChanges.size >= 50) knownChanges.clear();
  knownChanges.set(key, changes);
  return changes;
}

function findChanges(timeZone: string, fromMs: number, toMs: number): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetAt(timeZone, fromMs);
  for (let day = fromMs; day < toMs; day += dayMs) {
    const after = offsetAt(timeZone, day + dayMs);
    if (after !== before) changes.push(changeWithin(timeZone, day, before, after));
    before = after;
  }
  return changes;
}

function changeWithin(timeZone: string, day: number, before: number, after: number): ClockChange {
  let [low, high] = [day, day + dayMs];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(timeZone, middle) === before) low = middle;
    else high = middle;
  }
  const [one, other] = [high + before, high + after];
  return { kind: after > before ? 'gap' : 'overlap', fromLocal: Math.min(one, other), toLocal: Math.max(one, other) };
}

const knownDates = new Map<string, boolean>();

/** Whether a zone's clock ever shows a date, given as its midnight in UTC. An island may skip a day to change sides. */
export function hasDate(timeZone: string, midnight: number): boolean {
  const key = `${timeZone} ${midnight}`;
  const known = knownDates.get(key);
  if (known !== undefined) return known;
  let found = false;
  // Noon comes first: on nearly every day, it decides.
  for (const hour of [12, ...Array.from({ length: 53 }, (_, index) => index - 14)]) {
    const utc = midnight + hour * 3_600_000;
    const ms = hour === 12 ? utc - offsetAt(timeZone, utc) : utc;
    found = Math.floor((ms + offsetAt(timeZone, ms)) / dayMs) * dayMs === midnight;
    if (found) break;
  }
  if (knownDates.size >= 20_000) knownDates.clear();
  knownDates.set(key, found);
  return found;
}
