import { expect, test } from 'vitest';
import { clockNote } from '../../src/insight/queries.ts';

const now = Date.parse('2026-03-02T12:00:00.400Z');

test.each([
  ['2026-03-02T14:00:00Z', '2h ahead of'],
  ['2026-03-02T09:59:59Z', '2h behind'],
  ['2026-03-02T12:05:01Z', '5m ahead of'],
])('a service whose time is %s is %s this machine', (date, difference) => {
  expect(clockNote(Date.parse(date), now)).toMatch(
    new RegExp(`^The clock of the service is ${difference} this machine`),
  );
});

test.each([undefined, '2026-03-02T12:05:00Z', '2026-03-02T11:55:01Z'])('%s is close enough', (date) => {
  expect(clockNote(date === undefined ? undefined : Date.parse(date), now)).toBeUndefined();
});
