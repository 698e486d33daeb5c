import { expect, test } from 'vitest';
import { parseMoment, toRfc3339 } from '../../src/internal.ts';

const now = Date.parse('2026-03-02T12:00:00Z');

test.each([
  ['2026-03-02T06:00Z', '2026-03-02T06:00:00.000Z'],
  ['2028-02-29T23:30:00+14:00', '2028-02-29T09:30:00.000Z'],
  ['2026-03-01T00:30:00.5-03:30', '2026-03-01T04:00:00.500Z'],
  ['90m', '2026-03-02T10:30:00.000Z'],
])('%s is the moment %s', (text, moment) => {
  expect(new Date(parseMoment('--since', text, now)).toISOString()).toBe(moment);
});

test.each([
  '2026-02-30T00:00:00Z',
  '2026-02-29T12:00:00+01:00',
  '2026-04-31T12:00Z',
  '2026-13-01T00:00:00Z',
  '2026-03-02',
  '2026-03-02T25:00:00Z',
])('%s is refused, and is not another day', (text) => {
  expect(() => parseMoment('--since', text, now)).toThrow('--since must have a time and an offset');
});

test.each([
  [0, '1970-01-01T00:00:00Z'],
  [1, '1970-01-01T00:00:00.001Z'],
  [8.65e15, ''],
])('%d is %j', (moment, text) => {
  expect(toRfc3339(moment)).toBe(text);
});
