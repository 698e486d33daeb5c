import { cleanText, formatDuration } from '@syncline/core/internal';
import type { ScheduleDays, WallSchedule } from '@syncline/runs/schedule';
import type { JobView } from '../rule/job-view.ts';
import type { LintContext } from '../rule/lint-context.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, finding, findingIf, not, notChecked, pass, type Verdict } from '../rule/verdict.ts';
import { checkText, checkValue, connectionKey, exampleOf, inferred, othersUnknown } from '../rule/predicates.ts';

const dayMs = 86_400_000;

/** Why a rule is not checked when dialects read a schedule in different ways. */
const dialectUnknown = 'dialects read the cron string in different ways, or cannot read it; see the setting cron';

/** The cron string of a scheduled job; null for a job that never starts by itself, undefined if it cannot be known. */
function cronOf(job: JobView): string | null | undefined {
  const isScheduled = job.flag('Scheduled');
  if (isScheduled !== true) return isScheduled === false ? null : undefined;
  return job.text('ScheduledCron');
}

/** The shortest interval of a scheduled job in milliseconds, or the verdict on a job without one. */
export function intervalOf(job: JobView, context: LintContext): number | Verdict {
  const cron = cronOf(job);
  if (cron === undefined) return notChecked();
  if (cron === null) return job.flag('Scheduled') ? notChecked('the job has no schedule') : pass;
  return context.agreedOn(cron, (schedule) => schedule.shortestIntervalMs) ?? notChecked(dialectUnknown);
}

/** The minimum number of ended runs that a rule needs. */
const neededRuns = 8;

/** The runtimes of a job in milliseconds, shortest first, or the verdict on a job with too few ended runs. */
export function runtimesOf(job: JobView, context: LintContext): readonly number[] | Verdict {
  const runtimes = context.runtimesOf(job);
  if (runtimes === undefined) return notChecked('no history of the job is given');
  return runtimes.length >= neededRuns
    ? runtimes
    : notChecked(`${neededRuns} ended runs are needed, and the history has ${runtimes.length}`);
}

/** The destination of a scheduled job; null for a job that never starts by itself, undefined if it cannot be known. */
function crowdKeyOf(job: JobView, context: LintContext): string | null | undefined {
  const cron = cronOf(job);
  if (cron === null) return null;
  const destination = connectionKey(job, 'Destination');
  return cron === undefined || (destination !== null && scheduleOf(job, context) === undefined)
    ? undefined
    : destination;
}

function scheduleOf(job: JobView, context: LintContext): WallSchedule | undefined {
  const [reading] = context.readingsOf(job.text('ScheduledCron') ?? '');
  return reading === undefined || 'wrong' in reading ? undefined : reading;
}

/** For each kind of day, the largest number of starts per minute on such a day. */
type BusyMinutes = ReadonlyMap<ScheduleDays, Uint32Array>;

const minutesOfDay = 1440;
/** A year that has every date. */
const daysOfYear = 366;

/**
 * Counts the starts in each minute over a year that begins on a given day. Schedules that run on the same days are
 * counted together, and days on which the same schedules run are counted once.
 */
function countBusyMinutes(schedules: readonly WallSchedule[], fromDay: number): BusyMinutes {
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
  for (let day = 0; day < daysOfYear; day += 1) {
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
function minutesOf({ times }: WallSchedule): Set<number> {
  return new Set(times.map((seconds) => Math.floor(seconds / 60)));
}

function runDays(kind: ScheduleDays, fromDay: number): Set<number> {
  const found = new Set<number>();
  for (let day = kind.next(fromDay); day !== undefined && day < fromDay + daysOfYear; day = kind.next(day + 1))
    found.add(day);
  return found;
}

function clockTime(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(11, 16);
}

/** The first start of a schedule in a span of local time. The span is shorter than two days. */
function firstStart({ times, days }: WallSchedule, fromLocal: number, toLocal: number): number | undefined {
  for (let day = Math.floor(fromLocal / dayMs); day * dayMs < toLocal; day += 1)
    for (const seconds of times) {
      const start = day * dayMs + seconds * 1000;
      if (start >= fromLocal && start < toLocal && days.next(day) === day) return start;
    }
  return undefined;
}

/** When a job starts: its schedule, and how starts meet runs and other jobs. */
export const scheduleRules: readonly LintRule[] = [
  {
    id: 'scheduled-without-cron',
    title: 'Scheduled job without a cron string',
    severity: 'error',
    why: 'The job is meant to run on a schedule, but it has none, so it never runs by itself.',
    reading: `${inferred} A blank string does not count as a cron string.`,
    fix: 'Set `ScheduledCron`, or set `Scheduled` to false.',
    fields: ['Scheduled', 'ScheduledCron'],
    example: exampleOf({ Scheduled: true, ScheduledCron: '' }, { Scheduled: true, ScheduledCron: '0 2 * * *' }),
    check: (job) =>
      findingIf(
        allOf(job.flag('Scheduled'), not(job.isSet('ScheduledCron'))),
        'The job is scheduled, but it has no cron string.',
      ),
  },
  {
    id: 'cron-unparsable',
    title: 'Cron string that cannot be read',
    severity: 'error',
    why: 'A service that cannot read the schedule either refuses the job or never starts it.',
    reading:
      'A cron string has five fields, or six where the setting `cron` says that it may begin with seconds. Names of ' +
      'days and months and nicknames such as `@daily` are allowed. Without the setting, only a string that no ' +
      'dialect can read is a finding.',
    fix: 'Correct `ScheduledCron`.',
    fields: ['ScheduledCron'],
    example: exampleOf({ ScheduledCron: '61 2 * * *' }, { ScheduledCron: '@daily' }),
    check: (job, context) =>
      checkValue(job, 'ScheduledCron', (value) => {
        if (typeof value !== 'string') return finding('The cron string is not a string.');
        const wrong = context.readingsOf(value).flatMap((reading) => ('wrong' in reading ? [reading.wrong] : []));
        if (wrong.length === 0) return pass;
        if (wrong.length < context.readingsOf(value).length) return notChecked(dialectUnknown);
        return finding(`The cron string cannot be read: ${cleanText(wrong[0] ?? '', 200)}`);
      }),
  },
  {
    id: 'cron-never-fires',
    title: 'Cron string that matches no date',
    severity: 'error',
    why: 'The schedule names a date that does not exist, such as 30 February, so the job never starts.',
    reading:
      'If a cron string has both the day of the month and the weekday, either is enough. Without the setting `cron`, ' +
      'all dialects must agree.',
    fix: 'Correct the day or the month in `ScheduledCron`.',
    fields: ['ScheduledCron'],
    example: exampleOf({ ScheduledCron: '0 2 30 2 *' }, { ScheduledCron: '0 2 29 2 *' }),
    check: (job, context) =>
      checkText(job, 'ScheduledCron', (cron) => {
        const today = Math.floor(context.now / dayMs);
        const fires = context.agreedOn(cron, ({ days }) => days.next(today) !== undefined);
        return findingIf(not(fires), 'The cron string matches no date, so the job never starts.', dialectUnknown);
      }),
  },
  {
    id: 'cron-without-schedule',
    title: 'Cron string of a job that is not scheduled',
    severity: 'warn',
    why:
      'The job has a schedule, but does not use it. Somebody may have switched the schedule off for a while and ' +
      'forgotten it.',
    reading: inferred,
    fix: 'Set `Scheduled` to true, or remove `ScheduledCron`.',
    fields: ['ScheduledCron', 'Scheduled'],
    example: exampleOf(
      { ScheduledCron: '0 2 * * *', Scheduled: false },
      { ScheduledCron: '0 2 * * *', Scheduled: true },
    ),
    check: (job) =>
      findingIf(
        allOf(job.isSet('ScheduledCron'), not(job.flag('Scheduled'))),
        'The job has a cron string, but it is not scheduled.',
      ),
  },
  {
    id: 'interval-below-runtime',
    title: 'Interval of the schedule shorter than most runs',
    severity: 'warn',
    why:
      'A run that takes longer than the interval is still busy when the next one is due, so runs overlap or are ' +
      'skipped.',
    reading:
      'The shortest time between two starts is compared with the 95th percentile of the runtimes. At least 8 ended ' +
      'runs are needed, from the setting `history`.',
    fix: 'Run the job less often, or make it faster.',
    fields: ['Scheduled', 'ScheduledCron'],
    example: {
      finding: {
        job: { Scheduled: true, ScheduledCron: '*/5 * * * *' },
        settings: { history: { runtimesOf: () => Array(8).fill(600_000) } },
      },
      pass: {
        job: { Scheduled: true, ScheduledCron: '0 * * * *' },
        settings: { history: { runtimesOf: () => Array(8).fill(600_000) } },
      },
    },
    check: (job, context) => {
      const interval = intervalOf(job, context);
      if (typeof interval !== 'number') return interval;
      const runtimes = runtimesOf(job, context);
      if ('result' in runtimes) return runtimes;
      const p95 = runtimes[Math.ceil(runtimes.length * 0.95) - 1] ?? 0;
      return findingIf(
        interval < p95,
        `The shortest interval of the schedule is ${formatDuration(interval)}, but 5% of the runs take ${formatDuration(p95)} or more.`,
      );
    },
  },
  {
    id: 'crowded-minute',
    title: 'Too many jobs that start on one destination in the same minute',
    severity: 'warn',
    why: 'Jobs that start together compete for the destination: connections run out, and each job takes longer.',
    reading:
      'Starts are counted over a year, for the scheduled jobs of one destination. The settings `maxStartsPerMinute` ' +
      'and `cron` are needed.',
    fix: 'Spread the schedules over the hour.',
    fields: ['Scheduled', 'ScheduledCron', 'Destination'],
    example: {
      finding: {
        job: { Scheduled: true, ScheduledCron: '0 2 * * *', Destination: 'Lake' },
        others: [{ JobName: 'Other', Scheduled: true, ScheduledCron: '0 2 * * 1', Destination: 'Lake' }],
        settings: { maxStartsPerMinute: 1, cron: { timeZone: 'Europe/Berlin', sunday: 0, seconds: false } },
      },
      pass: {
        job: { Scheduled: true, ScheduledCron: '0 2 * * *', Destination: 'Lake' },
        others: [{ JobName: 'Other', Scheduled: true, ScheduledCron: '5 2 * * 1', Destination: 'Lake' }],
        settings: { maxStartsPerMinute: 1, cron: { timeZone: 'Europe/Berlin', sunday: 0, seconds: false } },
      },
    },
    check: (job, context) => {
      const { maxStartsPerMinute: limit, cron } = context.settings;
      if (limit === undefined || cron === undefined)
        return notChecked('the settings maxStartsPerMinute and cron are needed');
      const key = crowdKeyOf(job, context);
      if (key === null) return pass;
      if (key === undefined) return notChecked('the schedule or the destination cannot be known');
      const { byKey, unknown } = context.groupsBy('scheduled by destination', (entry) => crowdKeyOf(entry, context));
      const group = byKey.get(key) ?? [];
      if (group.length <= limit) return unknown > 0 ? notChecked(othersUnknown(unknown)) : pass;
      const busy = context.once(`busy minutes ${key}`, () =>
        countBusyMinutes(
          group.flatMap((entry) => scheduleOf(entry, context) ?? []),
          Math.floor(context.now / dayMs),
        ),
      );
      const schedule = scheduleOf(job, context);
      const counts = schedule && busy.get(schedule.days);
      for (const minute of schedule === undefined ? [] : minutesOf(schedule)) {
        const starts = counts?.[minute] ?? 0;
        if (starts > limit)
          return finding(`${starts} jobs start on the destination at ${clockTime(minute)}; at most ${limit} may.`);
      }
      return unknown > 0 ? notChecked(othersUnknown(unknown)) : pass;
    },
  },
  {
    id: 'clock-change',
    title: 'Start at a time that the clock skips or repeats',
    severity: 'warn',
    why:
      'When the clock is set forward, the start does not exist and services skip or move it. When it is set back, ' +
      'the start happens twice.',
    reading:
      'Only schedules with fixed hours are checked, over the next five years, in the time zone of the setting `cron`.',
    fix: 'Move the start out of the hour in which your time zone changes its clock.',
    fields: ['Scheduled', 'ScheduledCron'],
    example: {
      finding: {
        job: { Scheduled: true, ScheduledCron: '30 2 * * *' },
        settings: {
          cron: { timeZone: 'Europe/Berlin', sunday: 0, seconds: false },
          now: new Date('2026-01-01T00:00:00Z'),
        },
      },
      pass: {
        job: { Scheduled: true, ScheduledCron: '30 4 * * *' },
        settings: {
          cron: { timeZone: 'Europe/Berlin', sunday: 0, seconds: false },
          now: new Date('2026-01-01T00:00:00Z'),
        },
      },
    },
    check: (job, context) => {
      const { clockChanges: changes, settings } = context;
      const cron = cronOf(job);
      if (cron === null) return pass;
      if (cron === undefined) return notChecked();
      const [schedule] = context.readingsOf(cron);
      if (changes === undefined || schedule === undefined)
        return notChecked('the setting cron is needed for the time zone');
      if ('wrong' in schedule) return notChecked('the cron string cannot be read');
      if (!schedule.hasFixedHours) return pass;
      for (const { kind, fromLocal, toLocal } of changes) {
        const start = firstStart(schedule, fromLocal, toLocal);
        if (start === undefined) continue;
        const [date, time] = new Date(start).toISOString().slice(0, 16).split('T');
        const what = kind === 'gap' ? 'does not exist' : 'happens twice';
        return finding(`The start at ${time} on ${date} ${what} in ${settings.cron?.timeZone}.`);
      }
      return pass;
    },
  },
];
