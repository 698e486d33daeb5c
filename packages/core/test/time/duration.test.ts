import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../src/internal.ts';

const hour = 3_600_000;

test.each([
  [0, '0ms'],
  [999.4, '999ms'],
  [999.6, '1s'],
  [1000, '1s'],
  [185_000, '3m 5s'],
  [2 * hour, '2h'],
  [97 * hour + 1000, '4d 1h'],
  [-1500, '-2s'],
  [59_999, '1m'],
])('%d ms is %j', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  ['90s', 90_000],
  ['15m', 900_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['1w', 604_800_000],
  ['250ms', 250],
  ['1d12h', 129_600_000],
  [' 2m\n', 120_000],
  ['2.3h', 8_280_000],
  [1.5, 2],
  [0, 0],
  [5_000, 5_000],
])('the duration %j is %d ms', (text, milliseconds) => {
  expect(parseDuration('timeout', text)).toBe(milliseconds);
});

test('a text of digits needs a unit', () => {
  expect(() => parseDuration('timeout', '5000')).toThrow('found "5000". Add a unit, such as "5000ms"');
  expect(() => parseDuration('timeout', '2')).toThrow('found "2". Add a unit, such as "2s"');
});

test.each([
  ['2 hours'],
  [''],
  ['h'],
  ['-1h'],
  ['6 h'],
  ['1h 30m'],
  ['1h-30m'],
  ['1e3s'],
  ['Infinity'],
  [undefined],
  [-1],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  ['1000000w'],
  [null],
  [Object.create(null)],
])('the duration %j is refused', (value) => {
  expect(() => parseDuration('timeout', value as string)).toThrow('timeout must be a duration');
});
