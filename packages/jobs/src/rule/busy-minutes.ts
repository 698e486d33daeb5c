import type { ScheduleDays, WallSchedule } from '@syncline/runs/schedule';

/** For each kind of day, the largest number of starts per minute on such a day. */
export type BusyMinutes = ReadonlyMap<ScheduleDays, Uint32Array>;

const minutesOfDay = 1440;
/** A year that has every date. */
const days = 366;

/**
 * Counts the starts in each minute over a year that begins on a given day. Schedules that run on the same days are
 * counted together, and days on which the same schedules run are counted once.
 */
export function countBusyMinutes(schedules: readonly WallSchedule[], fromDay: number): BusyMinutes {
  const starts = new Map<ScheduleDays, Uint32Array>();
  for (const schedule of schedules) {
    const counts = starts.get(schedule.days) ?? new Uint32Array(minutesOfDay);
    starts.set(schedule.days, counts);
    for (const minute of minutesOf(schedule)) counts[minute] = (counts[minute] ?? 0) + 1;
  }
  const kinds = [...starts.keys()];
  const runs = kinds.map((kind) => runDays(kind, fromDay));
  const busiest = new Map(kinds.map((kind) => [kind, new Uint32Array(minutesOfDay)]));
  const seen = new Set<string>();
  for (let day = 0; day < days; day += 1) {
    const active = kinds.filter((_, index) => runs[index]?.has(fromDay + day));
    const signature = active.map((kind) => kind.text).join('|');
    if (active.length === 0 || seen.has(signature)) continue;
    seen.add(signature);
    const total = new Uint32Array(minutesOfDay);
    for (const kind of active)
      starts.get(kind)?.forEach((count, minute) => (total[minute] = (total[minute] ?? 0) + count));
    for (const kind of active) {
      const most = busiest.get(kind) ?? total;
      total.forEach((count, minute) => (most[minute] = Math.max(most[minute] ?? 0, count)));
    }
  }
  return busiest;
}

/** The minutes of the day at which a schedule starts, each once. */
export function minutesOf({ times }: WallSchedule): Set<number> {
  return new Set(times.map((seconds) => Math.floor(seconds / 60)));
}

function runDays(kind: ScheduleDays, fromDay: number): Set<number> {
  const found = new Set<number>();
  for (let day = kind.next(fromDay); day !== undefined && day < fromDay + days; day = kind.next(day + 1))
    found.add(day);
  return found;
}
