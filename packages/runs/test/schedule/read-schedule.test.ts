import { describe, expect, test } from 'vitest';
import { clockChanges, createSchedule, hasDate, readSchedule } from '../../src/schedule/index.ts';

const plain = { sunday: 0, seconds: false } as const;
const hour = 3_600_000;

test.each([
  ['*/15 * * * *', 900_000],
  ['*/7 * * * *', 240_000],
  ['0,1 0 * * *', 60_000],
  ['@hourly', hour],
  ['@daily', 24 * hour],
  ['@weekly', 168 * hour],
  ['@monthly', 28 * 24 * hour],
  ['@yearly', 365 * 24 * hour],
  ['0 0 28,1 * *', 24 * hour],
  ['0 23 * * *', 24 * hour],
  ['0 1,23 * * *', 2 * hour],
  ['0 2 29 2 *', 1461 * 24 * hour],
])('the shortest interval of %s is %i ms', (cron, interval) => {
  expect(readSchedule(cron, plain).shortestIntervalMs).toBe(interval);
});

test('a schedule with seconds has intervals of seconds, if seconds are allowed', () => {
  expect(readSchedule('*/10 * * * * *', { sunday: 0, seconds: true }).shortestIntervalMs).toBe(10_000);
  expect(() => readSchedule('*/10 * * * * *', plain)).toThrow(RangeError);
});

const every = ['* * * * *', '* * * * * *', '* * * * * * *', '* * * *', '@daily', '@WEEKLY', '@reboot', '', '10:30'];
const weekdays = ['0', '1', '7', '8', '2-8', '0-6', 'SUN', 'MON#2', '2#5', '*/2', '1,8', '6L'].map(
  (day) => `0 2 * * ${day}`,
);
const allDialects = [0, 1].flatMap((sunday) => [false, true].map((seconds) => ({ sunday: sunday as 0 | 1, seconds })));
test.each(allDialects)('the linter and freshness can read the same expressions with %o', (dialect) => {
  const canRead = (read: () => unknown): boolean => {
    try {
      read();
      return true;
    } catch {
      return false;
    }
  };
  for (const expression of [...every, ...weekdays])
    expect(
      canRead(() => readSchedule(expression, dialect)),
      expression,
    ).toBe(canRead(() => createSchedule(expression, { ...dialect, timeZone: 'UTC' })));
});

test('the number of Sunday moves the weekdays', () => {
  const [zero, one] = [0, 1].map((sunday) => readSchedule('0 0 * * 2', { sunday: sunday as 0 | 1, seconds: false }));
  const sunday = 20_454; // 2026-01-01 was a Thursday, so the 4th is a Sunday: day 20457.
  expect(zero?.days.next(sunday)).toBe(20_459);
  expect(one?.days.next(sunday)).toBe(20_458);
});

describe('the clocks of time zones', () => {
  test('the clock changes of a year are those of the zone', () => {
    const local = (ms: number) => new Date(ms).toISOString().slice(0, 16);
    const changes = clockChanges('Europe/Berlin', Date.UTC(2026, 0), Date.UTC(2027, 0));
    expect(changes.map(({ kind, fromLocal, toLocal }) => [kind, local(fromLocal), local(toLocal)])).toEqual([
      ['gap', '2026-03-29T02:00', '2026-03-29T03:00'],
      ['overlap', '2026-10-25T02:00', '2026-10-25T03:00'],
    ]);
    expect(clockChanges('UTC', 0, Date.UTC(2030, 0))).toEqual([]);
    const [half] = clockChanges('Australia/Lord_Howe', Date.UTC(2026, 0), Date.UTC(2026, 6));
    expect((half?.toLocal ?? 0) - (half?.fromLocal ?? 0)).toBe(hour / 2);
  });

  test('a day that an island skipped at the date line does not exist', () => {
    expect(hasDate('Pacific/Apia', Date.UTC(2011, 11, 30))).toBe(false);
    expect(hasDate('Pacific/Apia', Date.UTC(2011, 11, 31))).toBe(true);
    expect(hasDate('Europe/Berlin', Date.UTC(2011, 11, 30))).toBe(true);
  });
});
