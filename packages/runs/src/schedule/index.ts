export { clockChanges, type ClockChange, hasDate, offsetAt } from '../time/time-zone.ts';
export { checkCronOptions, type CronOptions } from './cron-dialect.ts';
export type { CronDialect } from './cron-dialect.ts';
export { createSchedule, type Schedule, type Tick } from './create-schedule.ts';
export { readSchedule, type ScheduleDays, type WallSchedule } from './read-schedule.ts';
