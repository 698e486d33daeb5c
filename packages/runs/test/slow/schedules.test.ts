import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockChanges, offsetAt, readSchedule } from '../../src/schedule/index.ts';

const plain = { sunday: 0, seconds: false } as const;
const hour = 3_600_000;

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
      // The two closest starts may come after the first 1,500 starts, but they come within five years.
      if ((runs.at(-1)?.getTime() ?? 0) > Date.parse('2029-01-01')) expect([cron, found]).toEqual([cron, shortest]);
    }),
    { numRuns: 40, seed: 22 },
  );
});

describe('the clocks of time zones', () => {
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
});
