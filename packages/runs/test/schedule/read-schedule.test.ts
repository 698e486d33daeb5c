import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockChanges, hasDate, offsetAt, readSchedule } from '../../src/schedule/index.ts';

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

test('a schedule with seconds has intervals of seconds, and only where seconds are allowed', () => {
  expect(readSchedule('*/10 * * * * *', { sunday: 0, seconds: true }).shortestIntervalMs).toBe(10_000);
  expect(() => readSchedule('*/10 * * * * *', plain)).toThrow(RangeError);
});

test('the number of Sunday moves the weekdays', () => {
  const [zero, one] = [0, 1].map((sunday) => readSchedule('0 0 * * 2', { sunday: sunday as 0 | 1, seconds: false }));
  const sunday = 20_454; // 2026-01-01 was a Thursday, so the 4th is a Sunday: day 20457.
  expect(zero?.days.next(sunday)).toBe(20_459);
  expect(one?.days.next(sunday)).toBe(20_458);
});

test('the shortest interval is that of the starts which croner lists', () => {
  const part = (least: number, most: number) =>
    fc.oneof(
      fc.constant('*'),
      fc.integer({ min: 2, max: Math.min(20, most) }).map((step) => `*/${step}`),
      fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 3 }).map((all) => all.join(',')),
    );
  fc.assert(
    fc.property(part(0, 59), part(0, 23), part(1, 28), fc.constant('*'), part(0, 6), (...parts) => {
      const cron = parts.join(' ');
      const runs = new Cron(cron, { utcOffset: 0, paused: true }).nextRuns(1500, new Date('2024-01-01T00:00:00Z'));
      let shortest = Number.POSITIVE_INFINITY;
      for (let index = 1; index < runs.length; index += 1)
        shortest = Math.min(shortest, runs[index]!.getTime() - runs[index - 1]!.getTime());
      const found = readSchedule(cron, plain).shortestIntervalMs ?? Number.POSITIVE_INFINITY;
      expect([cron, found <= shortest]).toEqual([cron, true]);
      // 1,500 starts may end before the first pair that is closest; a year of them does not.
      if ((runs.at(-1)?.getTime() ?? 0) > Date.parse('2029-01-01')) expect([cron, found]).toEqual([cron, shortest]);
    }),
    { numRuns: 40, seed: 22 },
  );
});

describe('the clocks of time zones', () => {
  test('the changes of a year are where the zone has them', () => {
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

  test('every zone: each local time of a gap is skipped, and each of an overlap is shown twice', () => {
    const zones = [
      'America/New_York',
      'Europe/London',
      'Asia/Tehran',
      'Africa/Casablanca',
      'America/Santiago',
      'Pacific/Chatham',
    ];
    let seen = 0;
    for (const zone of zones)
      for (const { kind, fromLocal, toLocal } of clockChanges(zone, Date.UTC(2024, 0), Date.UTC(2028, 11))) {
        const middle = (fromLocal + toLocal) / 2;
        const readings = new Set<number>();
        for (let offset = -14 * 4; offset <= 14 * 4; offset += 1) {
          const ms = middle - (offset * hour) / 4;
          if (ms + offsetAt(zone, ms) === middle) readings.add(ms);
        }
        expect([zone, kind, readings.size]).toEqual([zone, kind, kind === 'gap' ? 0 : 2]);
        seen += 1;
      }
    expect(seen).toBeGreaterThan(40);
  });

  test('an island that changed sides has no such day', () => {
    expect(hasDate('Pacific/Apia', Date.UTC(2011, 11, 30))).toBe(false);
    expect(hasDate('Pacific/Apia', Date.UTC(2011, 11, 31))).toBe(true);
    expect(hasDate('Europe/Berlin', Date.UTC(2011, 11, 30))).toBe(true);
  });
});
