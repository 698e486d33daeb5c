import type { LintRule } from '../rule/lint-rule.ts';
import { not } from '../rule/logic.ts';
import { dialectUnknown } from '../rule/predicates.ts';
import { findingIf, notChecked, pass } from '../rule/verdict.ts';

export const cronNeverFires: LintRule = {
  id: 'cron-never-fires',
  title: 'Cron string that matches no date',
  severity: 'error',
  why: 'The schedule names a date that does not exist, such as 30 February, so the job never starts.',
  reading:
    'If a cron string has both the day of the month and the weekday, either is enough. Without the ' +
    'setting `cron`, all dialects must agree.',
  fix: 'Correct the day or the month in `ScheduledCron`.',
  fields: ['ScheduledCron'],
  example: {
    finding: { job: { ScheduledCron: '0 2 30 2 *' } },
    pass: { job: { ScheduledCron: '0 2 29 2 *' } },
  },
  check: (job, context) => {
    const text = job.text('ScheduledCron');
    if (text === null) return pass;
    if (text === undefined) return notChecked();
    const today = Math.floor(context.now / 86_400_000);
    const fires = context.agreedOn(text, ({ days }) => days.next(today) !== undefined);
    return findingIf(not(fires), 'The cron string matches no date, so the job never starts.', dialectUnknown);
  },
};
