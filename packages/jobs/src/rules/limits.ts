import { formatDuration } from '@syncline/core/internal';
import { fields } from '@syncline/openapi';
import { hasDate, offsetAt } from '@syncline/runs/schedule';
import type { LintRule } from '../rule/lint-rule.ts';
import { allOf, finding, findingIf, not, notChecked } from '../rule/verdict.ts';
import { checkDigits, checkText, checkValue, exampleOf, inferred } from '../rule/predicates.ts';
import { intervalOf, runtimesOf } from './schedule.ts';

const units: readonly string[] = fields.Job.ReplicateIntervalUnit.enum;
const dayMs = 86_400_000;
const unitMs = { milliseconds: 1, seconds: 1000, minutes: 60_000 };

/** The midnight in UTC of a date in the form yyyy-MM-dd; undefined if the form is wrong or the day does not exist. */
function parseDate(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? Math.floor(date.getTime() / dayMs) * dayMs : undefined;
}

/** Numbers, units and dates that bound what a job does. */
export const limitRules: readonly LintRule[] = [
  {
    id: 'replicate-interval-invalid',
    title: 'Time frame size that is not a positive whole number',
    severity: 'error',
    why: 'The service cannot split the data into time frames of this size.',
    reading: 'The value must be a whole number of at least 1, written with digits only.',
    fix: 'Correct `ReplicateInterval`.',
    fields: ['ReplicateInterval'],
    example: exampleOf({ ReplicateInterval: '0' }, { ReplicateInterval: '180' }),
    check: (job) => checkDigits(job, 'ReplicateInterval', (number) => number >= 1n, 'a whole number of at least 1'),
  },
  {
    id: 'replicate-unit-invalid',
    title: 'Time frame unit that does not exist',
    severity: 'error',
    why: 'The service cannot split the data into time frames of this unit.',
    reading: 'The units are minutes, hours, days, weeks, months, years and rows. The comparison ignores case.',
    fix: 'Set `ReplicateIntervalUnit` to one of the units.',
    fields: ['ReplicateIntervalUnit'],
    example: exampleOf({ ReplicateIntervalUnit: 'decades' }, { ReplicateIntervalUnit: 'Weeks' }),
    check: (job) =>
      checkValue(job, 'ReplicateIntervalUnit', (value) => {
        const isUnit = typeof value === 'string' && units.includes(value.toLowerCase());
        return findingIf(!isUnit, `ReplicateIntervalUnit must be one of ${units.join(', ')}.`);
      }),
  },
  {
    id: 'start-date-invalid',
    title: 'Start date that is malformed or does not exist',
    severity: 'error',
    why: 'The service does not know from which day to replicate.',
    reading:
      'The form is yyyy-MM-dd. With the setting `cron`, the date must exist in its time zone, where an island may ' +
      'have skipped a day.',
    fix: 'Correct `ReplicateStartDate`.',
    fields: ['ReplicateStartDate'],
    example: exampleOf({ ReplicateStartDate: '2025-02-30' }, { ReplicateStartDate: '2024-02-29' }),
    check: (job, { settings }) =>
      checkValue(job, 'ReplicateStartDate', (value) => {
        const date = typeof value === 'string' ? parseDate(value) : undefined;
        if (date === undefined) return finding('The start date is not an existing day in the form yyyy-MM-dd.');
        const { timeZone } = settings.cron ?? {};
        const exists = timeZone === undefined || hasDate(timeZone, date);
        return findingIf(!exists, `The start date does not exist in ${timeZone}: the clock skipped that day.`);
      }),
  },
  {
    id: 'start-date-in-future',
    title: 'Start date in the future',
    severity: 'warn',
    why: 'Until that day, the job replicates nothing.',
    reading:
      'The date is compared with today in the time zone of the setting `cron`. Without it, a date within a day of ' +
      'now in UTC is not checked.',
    fix: 'Correct `ReplicateStartDate`, or wait.',
    fields: ['ReplicateStartDate'],
    example: {
      finding: { job: { ReplicateStartDate: '2027-01-01' }, settings: { now: new Date('2026-06-01T00:00:00Z') } },
      pass: { job: { ReplicateStartDate: '2026-01-01' }, settings: { now: new Date('2026-06-01T00:00:00Z') } },
    },
    check: (job, { now, settings }) =>
      checkText(job, 'ReplicateStartDate', (text) => {
        const date = parseDate(text);
        if (date === undefined) return notChecked('the start date cannot be read');
        const message = 'The start date is in the future.';
        const { timeZone } = settings.cron ?? {};
        if (timeZone !== undefined) return findingIf(date > now + offsetAt(timeZone, now), message);
        const isFuture = date > now + dayMs ? true : date > now - dayMs ? undefined : false;
        return findingIf(isFuture, message, 'the setting cron is needed for the time zone');
      }),
  },
  {
    id: 'command-timeout-invalid',
    title: 'Timeout that is not a whole number',
    severity: 'error',
    why: 'The service may refuse the job, or use a different timeout than you expect.',
    reading: 'The value must be a whole number of at least 0, written with digits only.',
    fix: 'Correct `CommandTimeout`.',
    fields: ['CommandTimeout'],
    example: exampleOf({ CommandTimeout: '5m' }, { CommandTimeout: '300' }),
    check: (job) => checkDigits(job, 'CommandTimeout', (number) => number >= 0n, 'a whole number of at least 0'),
  },
  {
    id: 'timeout-exceeds-interval',
    title: 'Timeout that is as long as the interval of the schedule',
    severity: 'warn',
    why: 'A command that hangs keeps the run busy until the next start is due, so runs overlap or are skipped.',
    reading:
      inferred +
      ' The unit of `CommandTimeout` is not documented, so the rule needs the setting `commandTimeoutUnit`. It ' +
      'also needs at least 8 ended runs from the setting `history`, which show that the job runs. The meaning of a ' +
      'timeout of 0 is not documented either, so it is not checked.',
    fix: 'Lower `CommandTimeout`, or run the job less often.',
    fields: ['CommandTimeout', 'Scheduled', 'ScheduledCron'],
    example: {
      finding: {
        job: { CommandTimeout: '300', Scheduled: true, ScheduledCron: '*/5 * * * *' },
        settings: { commandTimeoutUnit: 'seconds', history: { runtimesOf: () => Array(8).fill(60_000) } },
      },
      pass: {
        job: { CommandTimeout: '300', Scheduled: true, ScheduledCron: '0 * * * *' },
        settings: { commandTimeoutUnit: 'seconds', history: { runtimesOf: () => Array(8).fill(60_000) } },
      },
    },
    check: (job, context) => {
      const interval = intervalOf(job, context);
      if (typeof interval !== 'number') return interval;
      const timeout = job.whole64('CommandTimeout');
      if (timeout === undefined || timeout === null) return notChecked();
      if (timeout === 0n) return notChecked('what a timeout of 0 means is not documented');
      const { commandTimeoutUnit: unit } = context.settings;
      if (unit === undefined) return notChecked('the setting commandTimeoutUnit is needed');
      const runtimes = runtimesOf(job, context);
      if ('result' in runtimes) return runtimes;
      const timeoutMs = Number(timeout) * unitMs[unit];
      return findingIf(
        timeoutMs >= interval,
        `The timeout is ${formatDuration(timeoutMs)}, and the shortest interval of the schedule ${formatDuration(interval)}.`,
      );
    },
  },
  {
    id: 'worker-pool-invalid',
    title: 'Number of threads that is not a positive whole number',
    severity: 'error',
    why: 'The service may refuse the job, or use a different number of threads than you expect.',
    reading: 'The value must be a whole number of at least 1, written with digits only.',
    fix: 'Correct `WorkerPool`.',
    fields: ['WorkerPool'],
    example: exampleOf({ WorkerPool: '0' }, { WorkerPool: '4' }),
    check: (job) => checkDigits(job, 'WorkerPool', (number) => number >= 1n, 'a whole number of at least 1'),
  },
  {
    id: 'worker-pool-unused',
    title: 'Worker pool without parallel processing',
    severity: 'warn',
    why: 'The number of threads has no effect while the job processes its queries one after the other.',
    reading:
      inferred +
      ' The specification has no default for `EnableParallelProcessing`: without a value, the rule is not checked.',
    fix: 'Set `EnableParallelProcessing` to true, or remove `WorkerPool`.',
    fields: ['WorkerPool', 'EnableParallelProcessing'],
    example: exampleOf(
      { WorkerPool: '8', EnableParallelProcessing: 'false' },
      { WorkerPool: '8', EnableParallelProcessing: 'true' },
    ),
    check: (job) =>
      findingIf(
        allOf(job.isSet('WorkerPool'), not(job.flag('EnableParallelProcessing'))),
        'The job has a worker pool, but parallel processing is off.',
      ),
  },
  {
    id: 'batch-size-invalid',
    title: 'Batch size that is not a whole number',
    severity: 'error',
    why: 'The service may refuse the job, or use a different size than you expect.',
    reading: 'The value must be a whole number of at least 0, written with digits only.',
    fix: 'Correct `BatchSize`.',
    fields: ['BatchSize'],
    example: exampleOf({ BatchSize: '1,000' }, { BatchSize: '1000' }),
    check: (job) => checkDigits(job, 'BatchSize', (number) => number >= 0n, 'a whole number of at least 0'),
  },
];
