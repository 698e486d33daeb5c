import { expect, test } from 'vitest';
import { relativeTime, toRfc3339 } from '../../src/insight/format-time.ts';

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

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [1, '1970-01-01T00:00:00.001Z'],
  [8.65e15, ''],
])('%d is %j', (moment, text) => {
  expect(toRfc3339(moment)).toBe(text);
});
