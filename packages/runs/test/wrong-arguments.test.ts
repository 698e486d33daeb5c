import { expect, test } from 'vitest';
import { createSchedule, defineOutcomes, detectVolume, completeSource } from '../src/index.ts';

const run = { rows: 5, outcome: 'succeeded' } as const;
const cron = { timeZone: 'UTC', sunday: 0, seconds: false } as const;

test.each<[string, () => unknown, string]>([
  ['defineOutcomes without a vocabulary', () => defineOutcomes(undefined as never), 'outcomes'],
  ['defineOutcomes of null', () => defineOutcomes(null as never), 'options'],
  ['detectVolume without earlier runs', () => detectVolume(run, undefined as never), 'earlier'],
  ['detectVolume without a run', () => detectVolume(undefined as never, []), 'run'],
  ['createSchedule without options', () => createSchedule('0 6 * * *', undefined as never), 'cron.timeZone'],
  ['createSchedule without an expression', () => createSchedule(undefined as never, cron), 'cron'],
  ['completeSource without a source', () => completeSource(undefined as never), 'source'],
])('%s is a ConfigError', (_name, call, option) => {
  expect(call).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option }));
});
