import { berlin, type RuleTables, runs, selected, whole } from './table.ts';

const seconds = { commandTimeoutUnit: 'seconds' } as const;
const everyFive = { Scheduled: 'true', ScheduledCron: '*/5 * * * *' };

/** The table of a rule about a field that must be a whole number, at least 0 or 1. */
const digits = (field: string, least: 0 | 1) => ({
  triggers: [
    whole({ [field]: 'TRUE' }),
    whole({ [field]: '-1' }),
    whole({ [field]: '1.5' }),
    whole({ [field]: ' 5' }),
    whole({ [field]: '1e3' }),
    whole({ [field]: -5 }),
    whole({ [field]: { value: 1 } }),
    selected({ [field]: '0x10' }),
    ...(least === 1 ? [whole({ [field]: '0' }), whole({ [field]: 0 })] : []),
  ],
  innocent: [
    whole({}),
    whole({ [field]: '' }),
    whole({ [field]: null }),
    whole({ [field]: '1' }),
    whole({ [field]: 180 }),
    whole({ [field]: '007' }),
    whole({ [field]: '9007199254740993' }),
    selected({ [field]: '300' }),
    ...(least === 0 ? [whole({ [field]: '0' }), whole({ [field]: 0 })] : []),
  ],
  unknown: [selected({}), selected({ Scheduled: true })],
});
const june = { now: new Date('2026-06-15T12:00:00Z') };
const zone = (timeZone: string) => ({ ...june, cron: { timeZone, sunday: 0, seconds: false } as const });

export const limitTables: RuleTables = {
  'replicate-interval-invalid': digits('ReplicateInterval', 1),
  'replicate-unit-invalid': {
    triggers: [
      whole({ ReplicateIntervalUnit: 'decades' }),
      whole({ ReplicateIntervalUnit: 'TRUE' }),
      whole({ ReplicateIntervalUnit: 'day' }),
      whole({ ReplicateIntervalUnit: 7 }),
      selected({ ReplicateIntervalUnit: ' days' }),
    ],
    innocent: [
      whole({}),
      whole({ ReplicateIntervalUnit: '' }),
      whole({ ReplicateIntervalUnit: 'rows' }),
      whole({ ReplicateIntervalUnit: 'MONTHS' }),
      selected({ ReplicateIntervalUnit: 'Minutes' }),
    ],
    unknown: [selected({}), selected({ ReplicateInterval: '180' })],
  },
  'start-date-invalid': {
    triggers: [
      whole({ ReplicateStartDate: '2025-02-29' }),
      whole({ ReplicateStartDate: '2025-1-1' }),
      whole({ ReplicateStartDate: '01.02.2025' }),
      whole({ ReplicateStartDate: '2025-13-01' }),
      whole({ ReplicateStartDate: '2025-00-10' }),
      whole({ ReplicateStartDate: '2025-01-01T00:00:00Z' }),
      whole({ ReplicateStartDate: 'TRUE' }),
      whole({ ReplicateStartDate: '2011-12-30' }, { settings: zone('Pacific/Apia') }),
      selected({ ReplicateStartDate: 20250101 }),
    ],
    innocent: [
      whole({}),
      whole({ ReplicateStartDate: '' }),
      whole({ ReplicateStartDate: '2024-02-29' }),
      whole({ ReplicateStartDate: '0099-12-31' }),
      whole({ ReplicateStartDate: '2011-12-30' }, { settings: berlin }),
      whole({ ReplicateStartDate: '2011-12-29' }, { settings: zone('Pacific/Apia') }),
      selected({ ReplicateStartDate: '9999-12-31' }),
    ],
    unknown: [selected({}), selected({ DropTable: true })],
  },
  'start-date-in-future': {
    triggers: [
      whole({ ReplicateStartDate: '2026-06-17' }, { settings: june }),
      whole({ ReplicateStartDate: '9999-12-31' }, { settings: june }),
      whole({ ReplicateStartDate: '2026-06-16' }, { settings: zone('Europe/Berlin') }),
      whole({ ReplicateStartDate: '2026-06-17' }, { settings: zone('Pacific/Kiritimati') }),
      selected({ ReplicateStartDate: '2027-01-01' }, { settings: june }),
    ],
    innocent: [
      whole({}, { settings: june }),
      whole({ ReplicateStartDate: '' }, { settings: june }),
      whole({ ReplicateStartDate: '2026-06-14' }, { settings: june }),
      whole({ ReplicateStartDate: '2026-06-15' }, { settings: zone('Europe/Berlin') }),
      whole({ ReplicateStartDate: '2026-06-16' }, { settings: zone('Pacific/Kiritimati') }),
      selected({ ReplicateStartDate: '2020-01-01' }, { settings: june }),
    ],
    unknown: [
      whole({ ReplicateStartDate: '2026-06-15' }, { settings: june }),
      whole({ ReplicateStartDate: '2026-06-16' }, { settings: june }),
      whole({ ReplicateStartDate: 'TRUE' }, { settings: june }),
      selected({}, { settings: june }),
    ],
  },
  'command-timeout-invalid': digits('CommandTimeout', 0),
  'timeout-exceeds-interval': {
    triggers: [
      whole({ ...everyFive, CommandTimeout: '300' }, { settings: { ...seconds, ...runs(8, 1) } }),
      whole(everyFive, { settings: { ...seconds, ...runs(8, 1) } }),
      whole(
        { ...everyFive, CommandTimeout: 300_000 },
        { settings: { commandTimeoutUnit: 'milliseconds', ...runs(9, 1) } },
      ),
      whole({ ...everyFive, CommandTimeout: '5' }, { settings: { commandTimeoutUnit: 'minutes', ...runs(8, 1) } }),
      selected({ ...everyFive, CommandTimeout: '301' }, { settings: { ...seconds, ...runs(8, 1) } }),
    ],
    innocent: [
      whole({}),
      whole({ Scheduled: 'FALSE', ScheduledCron: '* * * * *' }),
      whole({ ...everyFive, CommandTimeout: '299' }, { settings: { ...seconds, ...runs(8, 1) } }),
      whole(
        { Scheduled: 'TRUE', ScheduledCron: '@daily', CommandTimeout: '' },
        { settings: { ...seconds, ...runs(8, 1) } },
      ),
      selected({ ...everyFive, CommandTimeout: '1' }, { settings: { ...seconds, ...runs(8, 1) } }),
    ],
    unknown: [
      whole(everyFive, { settings: runs(8, 1) }),
      whole(everyFive, { settings: seconds }),
      whole(everyFive, { settings: { ...seconds, ...runs(7, 1) } }),
      whole({ ...everyFive, CommandTimeout: '0' }, { settings: { ...seconds, ...runs(8, 1) } }),
      whole({ ...everyFive, CommandTimeout: '5m' }, { settings: { ...seconds, ...runs(8, 1) } }),
      selected(everyFive, { settings: { ...seconds, ...runs(8, 1) } }),
    ],
  },
  'worker-pool-invalid': digits('WorkerPool', 1),
  'worker-pool-unused': {
    triggers: [
      whole({ WorkerPool: '4', EnableParallelProcessing: false }),
      whole({ WorkerPool: 8, EnableParallelProcessing: 'FALSE' }),
      whole({ WorkerPool: '0', EnableParallelProcessing: 'false' }),
      selected({ WorkerPool: '2', EnableParallelProcessing: false }),
    ],
    innocent: [
      whole({}),
      whole({ WorkerPool: '', EnableParallelProcessing: 'false' }),
      whole({ WorkerPool: '4', EnableParallelProcessing: 'TRUE' }),
      whole({ EnableParallelProcessing: false }),
      selected({ EnableParallelProcessing: true }),
    ],
    unknown: [
      whole({ WorkerPool: '4' }),
      whole({ WorkerPool: '4', EnableParallelProcessing: '' }),
      selected({ EnableParallelProcessing: false }),
    ],
  },
  'batch-size-invalid': digits('BatchSize', 0),
};
