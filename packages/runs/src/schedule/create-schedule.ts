import { cleanText, ConfigError, ownOptions } from '@syncline/core/internal';
import { type OffsetChange, offsetChanges, type TimeZone, timeZone } from '../time/time-zone.ts';
import { checkCronOptions, cronOptionNames, type CronOptions } from './cron-dialect.ts';
import { readSchedule, type WallSchedule } from './read-schedule.ts';

/** One time at which a schedule starts a run. */
export interface Tick {
  /** Milliseconds since 1970 */
  readonly at: number;
  /**
   * The last instant that can also be meant by the tick: if clocks skip its local time, as long after the change as the
   * gap is. Otherwise the same as `at`.
   */
  readonly until: number;
}

/** The times of one cron expression. */
export interface Schedule {
  /**
   * The ticks after one instant and up to another, in order.
   *
   * @throws ConfigError if there are more than 100,000
   */
  ticks(after: number, upTo: number): readonly Tick[];
}

/** More ticks than this are a mistake: one tick per second gives 86,400 per day. */
const mostTicks = 100_000;
const dayMs = 86_400_000;
/** A local time may have been shown once before, so long ago at most: an island that moved across the date line. */
const longestShift = dayMs;

/**
 * Parses a cron expression of Unix or Quartz: five fields, or six that begin with seconds and seven that also end with
 * a year if `seconds` is true, and nicknames such as `@daily`.
 *
 * @throws ConfigError with the option `cron` if the expression cannot be read, or with the option that is wrong
 *
 * @example
 * ```ts
 * import { createSchedule } from '@syncline/runs';
 *
 * const nightly = createSchedule('0 2 * * *', { timeZone: 'UTC', sunday: 0, seconds: false });
 * nightly.ticks(Date.parse('2026-01-01'), Date.parse('2026-01-03')).length; // 2
 * ```
 */
export function createSchedule(expression: string, dialect: CronOptions): Schedule {
  const options = checkCronOptions(dialect);
  const zone = timeZone('cron.timeZone', options.timeZone);
  const schedule = readExpression(expression, options);
  return {
    ticks: (after, upTo) => {
      const ticks: Tick[] = [];
      for (const tick of ticksBetween(schedule, zone, after, upTo)) {
        if (ticks.length === mostTicks)
          throw new ConfigError('since', `is so far back that ${shown(expression)} has more than ${mostTicks} ticks`);
        ticks.push(tick);
      }
      return ticks;
    },
  };
}

/** The same for an option that has the expression beside its {@link CronOptions}. */
export function scheduleOf(cron: CronOptions & { readonly expression: string }): Schedule {
  const { expression, ...options } = ownOptions(cron, { ...cronOptionNames, expression: 1 }, 'cron');
  return createSchedule(expression, options);
}

function readExpression(expression: string, options: CronOptions): WallSchedule {
  if (typeof expression !== 'string' || expression.trim() === '' || expression.length > 1_000)
    throw new ConfigError('cron', 'must be a cron expression such as "0 2 * * *"');
  try {
    return readSchedule(expression, options);
  } catch (error) {
    const reason = cleanText((error as Error).message, 200);
    throw new ConfigError('cron', `cannot be read: ${shown(expression)} (${reason})`);
  }
}

/** An expression is text of the service, which reasons repeat. */
function shown(expression: string): string {
  return `"${cleanText(expression, 200)}"`;
}

/**
 * All ticks after one instant and up to another, in order. `*` hours and their steps mean every real hour. Hours that
 * are listed mean local times: one that clocks show twice is one tick, the first; those that clocks skip are one tick
 * together, which a service may start at any time during the length of the gap after the change.
 */
function* ticksBetween(schedule: WallSchedule, zone: TimeZone, after: number, upTo: number): Generator<Tick> {
  const changes = offsetChanges(zone, after - longestShift, upTo);
  let offset = zone.offsetAt(after - longestShift);
  let from = after - longestShift;
  /** The first local time that clocks have not shown yet. */
  let unseen = Number.NEGATIVE_INFINITY;
  for (const end of [...changes, undefined]) {
    const to = end?.at ?? upTo + 1;
    const first = Math.max(from, after + 1) + offset;
    for (const local of wallTimes(schedule, schedule.hasFixedHours ? Math.max(first, unseen) : first, to + offset))
      yield { at: local - offset, until: local - offset };
    if (end === undefined) return;
    unseen = Math.max(unseen, to + end.before);
    if (schedule.hasFixedHours && to > after && isSkipped(schedule, end))
      yield { at: to, until: to + end.after - end.before };
    [from, offset] = [to, end.after];
  }
}

/**
 * Whether clocks skip a start and no start follows in its place. Services move a skipped start to the end of the gap or
 * by its length; where the schedule has a start at this time, they start one run.
 */
function isSkipped(schedule: WallSchedule, { at, before, after }: OffsetChange): boolean {
  const isStart = (local: number): boolean => !wallTimes(schedule, local, local + 1).next().done;
  const skipped = [...wallTimes(schedule, at + before, at + after)];
  return skipped.length > 0 && !isStart(at + after) && !skipped.some((local) => isStart(local + after - before));
}

/** The local times of a schedule from one on and before another. */
function* wallTimes({ times, days }: WallSchedule, from: number, to: number): Generator<number> {
  for (let day = days.next(Math.floor(from / dayMs)); day !== undefined && day * dayMs < to; day = days.next(day + 1))
    for (const second of times) {
      const local = day * dayMs + second * 1_000;
      if (local >= to) return;
      if (local >= from) yield local;
    }
}
