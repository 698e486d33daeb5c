import { offsetAt } from '@syncline/runs/schedule';
import { parseDate } from '../rule/calendar.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { findingIf, notChecked, pass } from '../rule/verdict.ts';

const dayMs = 86_400_000;

export const startDateInFuture: LintRule = {
  id: 'start-date-in-future',
  title: 'Start date in the future',
  severity: 'warning',
  why: 'Until that day, the job replicates nothing.',
  reading:
    'The date is compared with today in the time zone of the setting `cron`. Without it, a date within a ' +
    'day of now in UTC is not checked.',
  fix: 'Correct `ReplicateStartDate`, or wait.',
  fields: ['ReplicateStartDate'],
  example: {
    finding: { job: { ReplicateStartDate: '2027-01-01' }, settings: { now: new Date('2026-06-01T00:00:00Z') } },
    pass: { job: { ReplicateStartDate: '2026-01-01' }, settings: { now: new Date('2026-06-01T00:00:00Z') } },
  },
  check: (job, { now, settings }) => {
    const text = job.text('ReplicateStartDate');
    if (text === null) return pass;
    if (text === undefined) return notChecked();
    const date = parseDate(text);
    if (date === undefined) return notChecked('the start date cannot be read');
    const message = 'The start date is in the future.';
    const { timeZone } = settings.cron ?? {};
    if (timeZone !== undefined) return findingIf(date > now + offsetAt(timeZone, now), message);
    const isFuture = date > now + dayMs ? true : date > now - dayMs ? undefined : false;
    return findingIf(isFuture, message, 'the setting cron is needed for the time zone');
  },
};
