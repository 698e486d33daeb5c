import { createSchedule, evaluateFreshness, type FreshnessRun } from '../../src/index.ts';
import { randomOf } from './run-world.ts';
import { clockOf, type Transition } from './zone-clock.ts';

const minute = 60_000;
const day = 86_400_000;

/** Some days of a zone, and each of their minutes with the local time that clocks show. */
export interface ZoneDays {
  readonly zone: string;
  readonly from: number;
  readonly to: number;
  readonly shown: readonly { readonly at: number; readonly local: number }[];
}

export function zoneDays(zone: string, from: number, to: number): ZoneDays {
  const localOf = clockOf(zone);
  const shown = [];
  for (let at = from - day; at <= to; at += minute) shown.push({ at, local: localOf(at) });
  return { zone, from, to, shown };
}

/** One tick of the naive evaluator, with the length of the gap that skips it. */
interface NaiveTick {
  readonly at: number;
  readonly gap: number;
}

/**
 * The minutes at which an expression fires, by looking at each minute. It may have numbers, lists, ranges and `*` with
 * steps, and restrict minutes, hours and weekdays.
 */
export function naiveTicks(expression: string, { from, to, shown }: ZoneDays): NaiveTick[] {
  const [minutes, hours, , , weekdays] = expression.split(' ') as [string, string, string, string, string];
  const isFixed = !hours.startsWith('*');
  const isOf = (field: string, least: number, most: number): boolean[] =>
    Array.from({ length: most + 1 }, (_, value) => contains(field, value, least, most));
  const [isMinute, isHour, isWeekday] = [isOf(minutes, 0, 59), isOf(hours, 0, 23), isOf(weekdays, 0, 6)];
  const fires = (local: number): boolean => {
    const date = new Date(local);
    return !!(isMinute[date.getUTCMinutes()] && isHour[date.getUTCHours()] && isWeekday[date.getUTCDay()]);
  };
  const ticks: NaiveTick[] = [];
  const seen = new Set<number>();
  let previous: number | undefined;
  for (const { at, local } of shown) {
    const skipped: number[] = [];
    if (previous !== undefined) for (let each = previous + minute; each < local; each += minute) skipped.push(each);
    const starts = skipped.filter(fires);
    const gap = skipped.length * minute;
    const isMoved = fires(local) || starts.some((each) => fires(each + gap));
    if (isFixed && starts.length > 0 && !isMoved) ticks.push({ at, gap });
    if (fires(local) && !(isFixed && seen.has(local))) ticks.push({ at, gap: 0 });
    seen.add(local);
    previous = local;
  }
  return ticks.filter(({ at }) => at >= from && at <= to);
}

function contains(field: string, value: number, least: number, most: number): boolean {
  return field.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/');
    const [first = '', last = first] = range === '*' ? [String(least), String(most)] : range.split('-');
    return value >= Number(first) && value <= Number(last) && (value - Number(first)) % Number(step) === 0;
  });
}

/** How long before and after a tick its run may start. */
export interface NaivePolicy {
  readonly expression: string;
  readonly early: number;
  readonly grace: number;
  readonly skipWhileRunning: boolean;
}

/** The ticks that no run can serve, if each run serves the tick that leaves the fewest and earliest ones. */
export function naiveMissed(policy: NaivePolicy, days: ZoneDays, runs: readonly FreshnessRun[]): number[] {
  const { early, grace, expression } = policy;
  const isBusy = (at: number): boolean =>
    runs.some(({ start, end, outcome }) => start < at && (end === undefined ? outcome === 'running' : end > at));
  const windows = naiveTicks(expression, days)
    .map(({ at, gap }) => ({ at, from: at - early, to: at + gap + grace }))
    .filter(({ at, to }) => to < days.to && !(policy.skipWhileRunning && isBusy(at)));
  return unservedBy(
    windows,
    runs.map(({ start }) => start),
  );
}

/** A maximum matching by augmenting paths, in which later windows come first. */
export function unservedBy(
  windows: readonly { readonly at: number; readonly from: number; readonly to: number }[],
  starts: readonly number[],
): number[] {
  const tickOfRun = new Map<number, number>();
  const serve = (tick: number, tried: Set<number>): boolean =>
    starts.some((start, run) => {
      const window = windows[tick];
      if (window === undefined || start < window.from || start > window.to || tried.has(run)) return false;
      tried.add(run);
      const holder = tickOfRun.get(run);
      if (holder !== undefined && !serve(holder, tried)) return false;
      tickOfRun.set(run, tick);
      return true;
    });
  const unserved: number[] = [];
  for (let tick = windows.length - 1; tick >= 0; tick -= 1)
    if (!serve(tick, new Set())) unserved.unshift(windows[tick]?.at ?? Number.NaN);
  return unserved;
}

/**
 * Compares `evaluateFreshness` and `createSchedule` with the naive evaluator around one change of clocks, with
 * expressions, policies and runs by a seed.
 *
 * @returns one line for each case in which they differ
 */
export function compareWithNaive(transition: Transition, cases: number, seed: number): string[] {
  const { zone, at } = transition;
  const random = randomOf(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const days = zoneDays(zone, at - (6 + below(24)) * 60 * minute, at + (5 + below(20)) * 60 * minute);
  // Most hours lie next to the change.
  const changed = new Date(at + Math.min(transition.before, transition.after)).getUTCHours();
  const hourNear = (): number => (changed + below(4) - 1 + 24) % 24;
  const list = (count: number, make: () => number): string =>
    [...new Set(Array.from({ length: count }, make))].sort((left, right) => left - right).join(',');
  const differences: string[] = [];
  for (let each = 0; each < cases; each += 1) {
    const late = hourNear();
    const hours = pick([
      '*',
      '*/2',
      '*/3',
      String(hourNear()),
      list(3, hourNear),
      `${Math.max(0, late - 2)}-${late}`,
      `0-23/${1 + below(3)}`,
    ]);
    const minutes = pick([String(below(60)), list(3, () => below(60)), '0,30', '*/15', '*/20', `${below(10)}-59/13`]);
    const weekdays = pick(['*', '*', '*', '0-6', '1-5']);
    const policy: NaivePolicy = {
      expression: `${minutes} ${hours} * * ${weekdays}`,
      early: pick([0, 0, 1, 10]) * minute,
      grace: pick([0, 2, 5, 30, 70]) * minute,
      skipWhileRunning: random() < 0.3,
    };
    const ticks = naiveTicks(policy.expression, days);
    const delay = (): number => below(pick([1, 1, 2, 40])) * minute;
    const runs: FreshnessRun[] = ticks
      .filter(() => random() < 0.9)
      .map((tick) => {
        const start = tick.at + (tick.gap > 0 && random() < 0.5 ? tick.gap : 0) + delay();
        return { start, end: random() < 0.2 ? start + below(90) * minute : start + 1, outcome: 'succeeded' as const };
      })
      .concat(random() < 0.3 ? [{ start: at + below(90) * minute, end: at + 91 * minute, outcome: 'succeeded' }] : [])
      .filter(({ start }) => start <= days.to);
    const { expression, ...limits } = policy;
    const options = { timeZone: zone, sunday: 0, seconds: false } as const;
    const found = createSchedule(expression, options)
      .ticks(days.from - 1, days.to)
      .map((tick) => ({ at: tick.at, gap: tick.until - tick.at }));
    const { missed } = evaluateFreshness(
      { ...limits, cron: { expression, ...options }, since: days.from },
      runs,
      days.to,
    );
    const expected = { ticks, missed: naiveMissed(policy, days, runs) };
    if (JSON.stringify({ ticks: found, missed }) !== JSON.stringify(expected))
      differences.push(`${zone} ${new Date(at).toISOString()} seed ${seed} case ${each}: ${JSON.stringify(policy)}`);
  }
  return differences;
}
