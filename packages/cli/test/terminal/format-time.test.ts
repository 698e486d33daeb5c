import { relativeTime } from '../../src/terminal/format-time.ts';
import { expect, test } from 'vitest';

const hour = 3_600_000;
test.each([
  [0, 'now'],
  [-999, 'now'],
  [-1000, '1s ago'],
  [-59_999, '59s ago'],
  [-hour, '1h ago'],
  [-47 * hour, '1d ago'],
  [90_000, 'in 1m'],
  [-400 * 24 * hour, '1y ago'],
])('%d ms from now is %j', (distance, text) => {
  expect(relativeTime(1e12 + distance, 1e12)).toBe(text);
});
