import type { WallSchedule } from '@syncline/runs/schedule';
import type { LintRule } from '../rule/lint-rule.ts';
import { finding, notChecked, pass } from '../rule/verdict.ts';

const dayMs = 86_400_000;

/** The first start of a schedule in a span of local time. The span is shorter than two days. */
function firstStart({ times, days }: WallSchedule, fromLocal: number, toLocal: number): number | undefined {
  for (let day = Math.floor(fromLocal / dayMs); day * dayMs < toLocal; day += 1)
    for (const seconds of times) {
      const start = day * dayMs + seconds * 1000;
      if (start >= fromLocal && start < toLocal && days.next(day) === day) return start;
    }
  return undefined;
}

export const clockChange: LintRule = {
  id: 'clock-change',
  title: 'Start at a time that the clock skips or repeats',
  severity: 'warning',
  why:
    'When the clock is set forward, the start does not exist and services skip or move it. When it is set ' +
    'back, the start happens twice.',
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
    const isScheduled = job.flag('Scheduled');
    if (isScheduled !== true) return isScheduled === false ? pass : notChecked();
    const text = job.text('ScheduledCron');
    if (text === null) return pass;
    if (text === undefined) return notChecked();
    const [schedule] = context.readingsOf(text);
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
};
