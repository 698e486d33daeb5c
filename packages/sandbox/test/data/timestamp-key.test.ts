import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timestampKey } from '../../src/data/timestamp-key.ts';

describe('timestampKey', () => {
  it.each([
    ['2026-01-02', '2026-01-02T00:00:00'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05'],
    ['2026-01-02t03:04:05.500z', '2026-01-02T03:04:05.5'],
    ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05'],
    ['2026-01-02T03:04:05.123456789012Z', '2026-01-02T03:04:05.123456789012'],
    ['2026-01-01T00:30:00.25+01:00', '2025-12-31T23:30:00.25'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00'],
    ['2026-02-30T00:00:00Z', undefined],
    ['2026-13-01T00:00:00Z', undefined],
    ['2026-01-01T24:00:00Z', undefined],
    ['2026-01-01T25:00:00Z', undefined],
    ['2026-01-01T00:00:00', undefined],
    ['2026-01-01T00:00:00+25:00', undefined],
    ['0000-01-01T00:00:00+01:00', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('makes %s %s', (text, key) => expect(timestampKey(text)).toBe(key));

  it('sorts like the instants, whatever their time zones', () => {
    const instant = fc.record({
      ms: fc.integer({ min: 0, max: 4e12 }),
      zone: fc.integer({ min: -12 * 60, max: 14 * 60 }),
    });
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const [left, right] = [a, b].map(({ ms, zone }) => timestampKey(inZone(ms, zone)) as string) as [
          string,
          string,
        ];
        expect(Math.sign(a.ms - b.ms)).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });
});

function inZone(ms: number, minutes: number): string {
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}
