import { expect, test } from 'vitest';
import { formatDuration } from '../../src/internal.ts';

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
