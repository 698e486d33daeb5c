import type { WallSchedule } from '@syncline/runs/schedule';
import { countBusyMinutes, minutesOf } from '../rule/busy-minutes.ts';
import type { JobView } from '../rule/job-view.ts';
import type { LintContext } from '../rule/lint-context.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { connectionKey, othersUnknown } from '../rule/predicates.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';

/** The destination of a scheduled job; null for a job that never starts by itself, undefined if it cannot be known. */
function keyOf(job: JobView, context: LintContext): string | null | undefined {
  const isScheduled = job.flag('Scheduled');
  if (isScheduled !== true) return isScheduled === false ? null : undefined;
  const cron = job.text('ScheduledCron');
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

function clockTime(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(11, 16);
}

export const crowdedMinute: LintRule = {
  id: 'crowded-minute',
  title: 'Too many jobs that start on one destination in the same minute',
  severity: 'warning',
  why: 'Jobs that start together compete for the destination: connections run out, and each job takes longer.',
  reading:
    'Starts are counted over a year, for the scheduled jobs of one destination. The settings ' +
    '`maxStartsPerMinute` and `cron` are needed.',
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
    const key = keyOf(job, context);
    if (key === null) return pass;
    if (key === undefined) return notChecked('the schedule or the destination cannot be known');
    const { byKey, unknown } = context.groupsBy('scheduled by destination', (other) => keyOf(other, context));
    const group = byKey.get(key) ?? [];
    if (group.length <= limit) return unknown > 0 ? notChecked(othersUnknown(unknown)) : pass;
    const busy = context.once(`busy minutes ${key}`, () =>
      countBusyMinutes(
        group.flatMap((other) => scheduleOf(other, context) ?? []),
        Math.floor(context.now / 86_400_000),
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
};
