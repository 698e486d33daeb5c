import { describe, expect, it } from 'vitest';
import { readCron } from '../../src/runs/plan-jobs.ts';

describe('readCron', () => {
  const from = Date.parse('2026-05-05T10:10:10Z');
  it.each([
    ['*/5 * * * *', '2026-05-05T10:15:00.000Z'],
    ['0 0 2 * * ?', '2026-05-06T02:00:00.000Z'],
    ['30 4 1 * *', '2026-06-01T04:30:00.000Z'],
    ['@daily', '2026-05-06T00:00:00.000Z'],
    ['0 9 * * MON-FRI', '2026-05-06T09:00:00.000Z'],
    ['0 0 29 2 *', '2028-02-29T00:00:00.000Z'],
    ['*/10 * * * * *', '2026-05-05T10:10:20.000Z'],
    // Forms that services document. 5 May 2026 is a Tuesday.
    ['3/15 * * * *', '2026-05-05T10:18:00.000Z'],
    ['0 0/6 * * ?', '2026-05-05T12:00:00.000Z'],
    ['0 0 1 1/3 *', '2026-07-01T00:00:00.000Z'],
    ['0 0 * * 2/2', '2026-05-07T00:00:00.000Z'],
    ['0 0 l * *', '2026-05-31T00:00:00.000Z'],
    ['0 0 * * L', '2026-05-09T00:00:00.000Z'],
    ['30 22-2 * * *', '2026-05-05T22:30:00.000Z'],
    ['0 0 * * Fri-Mon', '2026-05-08T00:00:00.000Z'],
    ['0 0 1 NOV-FEB *', '2026-11-01T00:00:00.000Z'],
    ['0 50-10 11 * * *', '2026-05-05T11:00:00.000Z'],
    ['0 0 ? * 2#1', '2026-06-02T00:00:00.000Z'],
  ])('finds the next time of %s', (text, want) => {
    expect(new Date(readCron(text).next(from)!).toISOString()).toBe(want);
  });

  it('returns undefined for a schedule that never starts', () => {
    expect(readCron('0 0 31 2 *').next(from)).toBeUndefined();
  });

  it.each([
    '',
    'daily',
    '99 * * * *',
    '* * * *',
    '0 0 2 * * MONDAY-ISH',
    '0 99-2 * * *',
  ])('rejects %j with one line', (text) => {
    expect(() => readCron(text)).toThrow(/^must be a cron expression \([^\n]+\), found ".*"$/);
  });
});
