import { hasDate } from '@syncline/runs/schedule';
import { parseDate } from '../rule/calendar.ts';
import type { LintRule } from '../rule/lint-rule.ts';
import { finding, findingIf, notChecked, pass } from '../rule/verdict.ts';

export const startDateInvalid: LintRule = {
  id: 'start-date-invalid',
  title: 'Start date that is malformed or does not exist',
  severity: 'error',
  why: 'The service does not know from which day to replicate.',
  reading:
    'The form is yyyy-MM-dd. With the setting `cron`, the date must exist in its time zone, where an ' +
    'island may have skipped a day.',
  fix: 'Correct `ReplicateStartDate`.',
  fields: ['ReplicateStartDate'],
  example: {
    finding: { job: { ReplicateStartDate: '2025-02-30' } },
    pass: { job: { ReplicateStartDate: '2024-02-29' } },
  },
  check: (job, { settings }) => {
    const value = job.raw('ReplicateStartDate');
    if (value === undefined) return job.isSet('ReplicateStartDate') === undefined ? notChecked() : pass;
    const date = typeof value === 'string' ? parseDate(value) : undefined;
    if (date === undefined) return finding('The start date is not an existing day in the form yyyy-MM-dd.');
    const { timeZone } = settings.cron ?? {};
    const exists = timeZone === undefined || hasDate(timeZone, date);
    return findingIf(!exists, `The start date does not exist in ${timeZone}: the clock skipped that day.`);
  },
};
