import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/time/duration.ts';

describe('parseDuration', () => {
  it.each([
    ['6h', 21_600_000],
    ['1h30m', 5_400_000],
    ['1d12h', 129_600_000],
    ['250ms', 250],
    ['1.5s', 1500],
    [' 2m ', 120_000],
    [42, 42],
    [0, 0],
  ])('reads %j as %d ms', (text, want) => {
    expect(parseDuration(text)).toBe(want);
  });

  it.each([
    '',
    '6',
    'h',
    '-1h',
    '6 h',
    '1h-30m',
    'Infinity',
    '1e3s',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    undefined,
    null,
  ])('rejects %j', (text) => {
    expect(() => parseDuration(text as string)).toThrow(
      /^duration must be milliseconds or a string such as "6h", "15m" or "1d12h", found /,
    );
  });
});
