import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readTimestamp } from '../../src/time/timestamp.ts';
import { timeZone } from '../../src/time/time-zone.ts';

test.each<[unknown, string | undefined, string | undefined]>([
  ['2026-03-02T08:00:00Z', undefined, '2026-03-02T08:00:00.000Z'],
  ['2026-03-02T08:00:00.123456789Z', undefined, '2026-03-02T08:00:00.123Z'],
  ['2026-03-02T08:00:00.5+01:30', undefined, '2026-03-02T06:30:00.500Z'],
  ['2026-03-02 08:00:00-0500', undefined, '2026-03-02T13:00:00.000Z'],
  ['2026-03-02T08:00+01', undefined, '2026-03-02T07:00:00.000Z'],
  ['2026-03-02T08:00:60Z', undefined, '2026-03-02T08:01:00.000Z'],
  ['2026-03-02T08:00:00', 'Europe/Berlin', '2026-03-02T07:00:00.000Z'],
  ['2026-07-02T08:00:00', 'Europe/Berlin', '2026-07-02T06:00:00.000Z'],
  ['2026-03-02', 'UTC', '2026-03-02T00:00:00.000Z'],
  ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-03-02T08:00:00Z', 'Europe/Berlin', '2026-03-02T08:00:00.000Z'],
  [new Date(0), undefined, '1970-01-01T00:00:00.000Z'],
  [runInNewContext('new Date(0)'), undefined, '1970-01-01T00:00:00.000Z'],
  [1.5, undefined, '1970-01-01T00:00:00.001Z'],
  ['0001-01-01T00:00:00Z', undefined, '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', undefined, '9999-12-31T23:59:59.999Z'],
  ['0000-12-31T00:00:00Z', undefined, undefined],
  ['9999-12-31T23:59:59-01:00', undefined, undefined],
  ['9999-12-31T23:59:59', 'America/New_York', undefined],
  [1e300, undefined, undefined],
  [8.64e15, undefined, undefined],
  [new Date(8.64e15), undefined, undefined],
  ['2026-02-30T00:00:00Z', undefined, undefined],
  ['9999-99-99', 'UTC', undefined],
  ['2026-03-02T24:00:00Z', undefined, undefined],
  ['2026-03-02T08:61:00Z', undefined, undefined],
  ['yesterday', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
  [null, undefined, undefined],
  [Number.NaN, undefined, undefined],
  [new Date(Number.NaN), undefined, undefined],
])('%j in %s is %s', (value, zone, expected) => {
  const instant = readTimestamp(value, zone);
  expect(instant === undefined ? undefined : new Date(instant).toISOString()).toBe(expected);
});

test('a text without an offset needs a time zone, and a known one', () => {
  expect(() => readTimestamp('2026-03-02T08:00:00', undefined)).toThrow(
    'timeZone must be set, because the timestamp "2026-03-02T08:00:00" has no offset',
  );
  expect(() => readTimestamp('2026-03-02T08:00:00', 'Mars/Base')).toThrow('timeZone must be an IANA time zone');
  expect(() => timeZone('zone', '')).toThrow('zone must be an IANA time zone');
});

test('a message shows only the beginning of a timestamp', () => {
  expect(() => readTimestamp(`2026-03-02T08:00:00.${'0'.repeat(100_000)}`, undefined)).toThrow(
    /^timeZone must be set, because the timestamp "2026-03-02T08:00:00\.0{40}" has no offset$/,
  );
});
