import { cleanText, ConfigError, ownOptions } from '@syncline/core/internal';
import { Cron } from 'croner';
import { type TimeZone, timeZone } from '../time/time-zone.ts';
import {
  checkCronOptions,
  checkWeekdays,
  cronOptionNames,
  type CronOptions,
  fieldsOf,
  hasFixedHours,
  toCroner,
} from './cron-dialect.ts';

/** One time at which a schedule starts a run. */
export interface Tick {
  /** Milliseconds since 1970 */
  readonly at: number;
  /**
   * The last instant that can also be meant by the tick: the end of a gap that skips its local time, or the second of
   * two equal local times. Otherwise the same as `at`.
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
/** No time zone changes its offset by more than this. */
const longestShift = 3 * 3_600_000;

/**
 * Parses a cron expression: five fields, or six that begin with seconds if `seconds` is true, names of days and months,
 * and nicknames such as `@daily`.
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
export function createSchedule(expression: string, given: CronOptions): Schedule {
  const options = checkCronOptions(given);
  const zone = timeZone('cron.timeZone', options.timeZone);
  const cron = parseCron(expression, options);
  const isHourFixed = hasFixedHours(expression.trim());
  return {
    ticks: (after, upTo) => {
      const ticks: Tick[] = [];
      let at = cron.nextRun(new Date(after))?.getTime();
      while (at !== undefined && at <= upTo) {
        if (ticks.length === mostTicks)
          throw new ConfigError('since', `is so far back that ${shown(expression)} has more than ${mostTicks} ticks`);
        const tick = isHourFixed ? readings(at, cron, zone) : { at, until: at };
        if (tick !== undefined) ticks.push(tick);
        at = cron.nextRun(new Date(at))?.getTime();
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

function parseCron(expression: string, options: CronOptions): Cron {
  const { timeZone: zone, sunday } = options;
  if (typeof expression !== 'string' || expression.trim() === '' || expression.length > 1_000)
    throw new ConfigError('cron', 'must be a cron expression such as "0 2 * * *"');
  const trimmed = expression.trim();
  // croner expands nicknames to five fields, with Sunday as 0.
  const isNickname = trimmed.startsWith('@');
  try {
    // croner reads a text with a colon as one date.
    if (trimmed.includes(':')) throw new RangeError('a date is not a schedule');
    checkWeekdays(trimmed, options);
    return new Cron(isNickname ? trimmed : toCroner(trimmed, options), {
      alternativeWeekdays: sunday === 1 && !isNickname,
      // croner uses Intl for each tick in a time zone. For UTC, arithmetic takes a tenth of the time.
      ...(zone === 'UTC' ? { utcOffset: 0 } : { timezone: zone }),
      mode: fieldsOf(options),
      paused: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);
    throw new ConfigError('cron', `cannot be read: ${shown(expression)} (${cleanText(reason, 200)})`);
  }
}

/** An expression is text of the service, which croner's reasons repeat. */
function shown(expression: string): string {
  return `"${cleanText(expression, 200)}"`;
}

/**
 * The instants that one tick can mean. If clocks skip its local time, services may start it at any time during the
 * length of the gap after the change. If clocks show it twice, they start it at the first, the second, or both.
 *
 * @returns undefined if the tick is the second instant of one that was already returned
 */
function readings(at: number, cron: Cron, zone: TimeZone): Tick | undefined {
  const offset = zone.offsetAt(at);
  const earlier = zone.offsetAt(at - longestShift);
  if (earlier > offset && zone.offsetAt(at - (earlier - offset)) === earlier) return undefined;
  if (earlier < offset && !cron.match(new Date(at))) return { at, until: at + (offset - earlier) };
  const later = zone.offsetAt(at + longestShift);
  const second = at + (offset - later);
  if (later < offset && zone.offsetAt(second) === later) return { at, until: second };
  return { at, until: at };
}
