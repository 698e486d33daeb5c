import { describe, expect, test } from 'vitest';
import { detectVolume, type VolumeOptions, type VolumeRun } from '../../src/index.ts';

const runs = (...rows: (number | undefined)[]): VolumeRun[] =>
  rows.map((each) => ({ rows: each, outcome: 'succeeded' }));
const usual = runs(100, 102, 98, 101, 99, 103, 97, 100);

describe('beyond the deviations', () => {
  // The median is 100 and the MAD is 1.5, so the limit is 5 × 1.4826 × 1.5 = 11.1195.
  test.each<[number, string]>([
    [100, 'pass'],
    [111, 'pass'],
    [112, 'warn'],
    [89, 'pass'],
    [88, 'warn'],
    [0, 'warn'],
    [1_000_000, 'warn'],
  ])('%d rows: %s', (rows, result) => {
    expect(detectVolume({ rows, outcome: 'succeeded' }, usual).result).toBe(result);
  });

  test('the limits are given', () => {
    const { median, expected } = detectVolume({ rows: 100, outcome: 'succeeded' }, usual);
    expect(median).toBe(100);
    expect(expected?.[0]).toBeCloseTo(88.8805);
    expect(expected?.[1]).toBeCloseTo(111.1195);
  });
  test('other deviations', () => {
    expect(detectVolume({ rows: 103, outcome: 'succeeded' }, usual, { deviations: 1 }).result).toBe('warn');
  });
});

describe('what counts as usual', () => {
  test('at least 8 successes with a count', () => {
    expect(detectVolume({ rows: 5, outcome: 'succeeded' }, usual.slice(1)).result).toBe('unknown');
    expect(detectVolume({ rows: 5, outcome: 'succeeded' }, [...usual.slice(1), ...runs(undefined)]).result).toBe(
      'unknown',
    );
    const failed: VolumeRun = { rows: 100, outcome: 'failed' };
    expect(detectVolume({ rows: 5, outcome: 'succeeded' }, [...usual.slice(1), failed]).result).toBe('unknown');
    expect(detectVolume({ rows: 5, outcome: 'succeeded' }, usual.slice(5), { minimumRuns: 3 }).result).toBe('warn');
  });
  test('flagged runs do not', () => {
    const flagged = Array.from({ length: 9 }, (): VolumeRun => ({ rows: 5_000, outcome: 'succeeded', flagged: true }));
    expect(detectVolume({ rows: 5_000, outcome: 'succeeded' }, [...usual, ...flagged]).result).toBe('warn');
  });
  test('a run without a count is unknown', () => {
    for (const rows of [undefined, Number.NaN, -1]) {
      expect(detectVolume({ rows, outcome: 'succeeded' }, usual)).toMatchObject({ result: 'unknown', median: 100 });
    }
  });
});

describe('runs that never differ', () => {
  const same = runs(...Array<number>(8).fill(1_000));
  test.each<[number, string]>([
    [1_100, 'pass'],
    [1_101, 'warn'],
    [900, 'pass'],
    [899, 'warn'],
  ])('%d rows after 1,000 each time: %s', (rows, result) => {
    expect(detectVolume({ rows, outcome: 'succeeded' }, same).result).toBe(result);
  });
  test('zero rows each time', () => {
    const zero = runs(...Array<number>(8).fill(0));
    expect(detectVolume({ rows: 0, outcome: 'succeeded' }, zero).result).toBe('pass');
    expect(detectVolume({ rows: 1, outcome: 'succeeded' }, zero).result).toBe('warn');
  });
  test('another relativeFloor', () => {
    expect(detectVolume({ rows: 1_001, outcome: 'succeeded' }, same, { relativeFloor: 0 }).result).toBe('warn');
  });
});

test.each<[VolumeOptions, string]>([
  [{ deviations: 0 }, 'deviations cannot be 0'],
  [{ deviations: Number.NaN }, 'deviations cannot be NaN'],
  [{ minimumRuns: 1 }, 'minimumRuns cannot be 1'],
  [{ minimumRuns: 2.5 }, 'minimumRuns cannot be 2.5'],
  [{ relativeFloor: -1 }, 'relativeFloor cannot be -1'],
])('%o is refused', (options, message) => {
  expect(() => detectVolume({ rows: 1, outcome: 'succeeded' }, usual, options)).toThrow(message);
});
