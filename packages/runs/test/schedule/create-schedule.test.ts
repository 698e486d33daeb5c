import { describe, expect, test } from 'vitest';
import { createSchedule, type CronOptions } from '../../src/index.ts';

const utc: CronOptions = { timeZone: 'UTC', sunday: 0, seconds: false };

function ticks(expression: string, options: Partial<CronOptions>, from: string, to: string): string[] {
  const schedule = createSchedule(expression, { ...utc, ...options });
  return schedule.ticks(Date.parse(from), Date.parse(to)).map(({ at, until }) => {
    const text = new Date(at).toISOString().replace(':00.000Z', 'Z');
    return until === at ? text : `${text} or ${(until - at) / 60_000} min later`;
  });
}

test('the first moment is excluded, and the last is included', () => {
  const days = ['2026-01-02T02:00Z', '2026-01-03T02:00Z'];
  expect(ticks('0 2 * * *', {}, '2026-01-01T02:00:00Z', '2026-01-03T02:00:00Z')).toEqual(days);
});

describe('days of the week', () => {
  // 2026-03-01 is a Sunday.
  const week = ['2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z'] as const;
  test.each<[string, 0 | 1, string[]]>([
    ['0 5 * * 1', 0, ['2026-03-02T05:00Z']],
    ['0 5 * * 1', 1, ['2026-03-01T05:00Z']],
    ['0 5 * * 7', 0, ['2026-03-01T05:00Z']],
    ['0 5 * * 7', 1, ['2026-03-07T05:00Z']],
    ['0 5 * * 2-3', 1, ['2026-03-02T05:00Z', '2026-03-03T05:00Z']],
    ['0 5 * * SUN', 1, ['2026-03-01T05:00Z']],
    ['0 5 * * 2#1', 1, ['2026-03-02T05:00Z']],
    ['0 5 ? * MON', 0, ['2026-03-02T05:00Z']],
  ])('%s with Sunday as %d', (expression, sunday, expected) => {
    expect(ticks(expression, { sunday }, ...week)).toEqual(expected);
  });
});

test('seconds, names and nicknames', () => {
  const minute = ['2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z'] as const;
  expect(ticks('*/30 * * * * *', { seconds: true }, ...minute)).toHaveLength(2);
  expect(ticks('1 0 * * *', { seconds: true }, ...minute)).toEqual(['2026-01-01T00:01Z']);
  expect(ticks('0 0 1 JAN *', {}, '2025-12-31T00:00:00Z', '2026-02-01T00:00:00Z')).toEqual(['2026-01-01T00:00Z']);
  expect(ticks('@daily', {}, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')).toEqual(['2026-01-02T00:00Z']);
  expect(ticks('0 0 31 2 *', {}, '2024-01-01T00:00:00Z', '2028-01-01T00:00:00Z')).toEqual([]);
});

test.each([0, 1] as const)('@weekly is Sunday, also with Sunday as %d and with seconds', (sunday) => {
  const week = ['2026-03-01T00:00:00Z', '2026-03-08T12:00:00Z'] as const;
  expect(ticks('@weekly', { sunday, seconds: true }, ...week)).toEqual(['2026-03-08T00:00Z']);
});

describe('when clocks change', () => {
  const zone: Partial<CronOptions> = { timeZone: 'America/New_York' };
  const spring = ['2025-03-09T05:30:00Z', '2025-03-09T09:00:00Z'] as const;
  const autumn = ['2025-11-02T04:00:00Z', '2025-11-02T08:00:00Z'] as const;

  test('a tick in the gap extends to its other possible time', () => {
    expect(ticks('30 2 * * *', zone, ...spring)).toEqual(['2025-03-09T07:00Z or 60 min later']);
  });
  test('a fixed time that occurs twice is one tick', () => {
    expect(ticks('30 1 * * *', zone, ...autumn)).toEqual(['2025-11-02T05:30Z']);
    const once = ['2025-11-02T05:15Z', '2025-11-02T05:45Z', '2025-11-02T07:15Z', '2025-11-02T07:45Z'];
    expect(ticks('15,45 1-2 * * *', zone, ...autumn)).toEqual(once);
    // The first time was before the moment from which ticks are needed.
    expect(ticks('15,45 1-2 * * *', zone, '2025-11-02T05:50:00Z', autumn[1])).toEqual(once.slice(2));
  });
  test('the steps of an hour tick in both hours, and its list once', () => {
    const both = ['2025-11-02T05:00Z', '2025-11-02T06:00Z'];
    expect(ticks('0 */1 * * *', zone, '2025-11-02T04:30:00Z', '2025-11-02T06:30:00Z')).toEqual(both);
    expect(ticks('0 0/1 * * *', zone, '2025-11-02T04:30:00Z', '2025-11-02T06:30:00Z')).toEqual(both.slice(0, 1));
  });
  test('several times in a gap are one tick, and none if a start follows in their place', () => {
    expect(ticks('0,30 2 * * *', zone, ...spring)).toEqual(['2025-03-09T07:00Z or 60 min later']);
    expect(ticks('*/20 2 * * *', zone, ...spring)).toEqual(['2025-03-09T07:00Z or 60 min later']);
    expect(ticks('0 2,3 * * *', zone, ...spring)).toEqual(['2025-03-09T07:00Z']);
    expect(ticks('30 2,3 * * *', zone, ...spring)).toEqual(['2025-03-09T07:30Z']);
  });
  test('the steps of an hour do not tick in a gap', () => {
    expect(ticks('0 */2 * * *', zone, ...spring)).toEqual(['2025-03-09T08:00Z']);
  });
  test('an hourly schedule ticks in both hours', () => {
    expect(ticks('30 * * * *', zone, ...autumn)).toEqual([
      '2025-11-02T04:30Z',
      '2025-11-02T05:30Z',
      '2025-11-02T06:30Z',
      '2025-11-02T07:30Z',
    ]);
  });
  test('a gap of half an hour', () => {
    const lordHowe: Partial<CronOptions> = { timeZone: 'Australia/Lord_Howe' };
    expect(ticks('15 2 * * *', lordHowe, '2024-10-05T00:00:00Z', '2024-10-05T20:00:00Z')).toEqual([
      '2024-10-05T15:30Z or 30 min later',
    ]);
  });
});

describe('refused', () => {
  test.each<[string, Partial<CronOptions>, string]>([
    ['', {}, 'cron must be a cron expression'],
    ['x', {}, 'cron cannot be read: "x"'],
    ['0 0 * * 8', {}, 'cron cannot be read'],
    ['0 0 * * 8', { sunday: 1 }, '8 is not a day of the week from 1 to 7'],
    ['0 0 * * 0', { sunday: 1 }, '0 is not a day of the week'],
    ['0 0 0 * * *', {}, 'cron cannot be read'],
    ['0 0 0 0 * * *', { seconds: true }, 'cron cannot be read'],
    ['2026-01-01T00:00:00', {}, 'a date is not a schedule'],
    ['2026-01-01 00:00:00', { seconds: true }, 'a date is not a schedule'],
    ['10:30', {}, 'a date is not a schedule'],
    ['0 0 * * *', { timeZone: 'Mars/Base' }, 'cron.timeZone must be an IANA time zone'],
    ['0 0 * * *', { sunday: 7 as 0 }, 'cron.sunday must be 0 or 1'],
    ['0 0 * * *', { seconds: undefined as unknown as boolean }, 'cron.seconds must be true or false'],
  ])('%j with %o', (expression, options, message) => {
    expect(() => createSchedule(expression, { ...utc, ...options })).toThrow(message);
  });

  test('more than 100,000 ticks', () => {
    const every = createSchedule('* * * * * *', { ...utc, seconds: true });
    expect(() => every.ticks(0, 200_000_000)).toThrow('since is so far back');
  });

  test.each([
    '\u001b[2J\u009b31m',
    'a\nb: forged',
    '\u202e0 0 * * *',
    `@x\u0007${'y'.repeat(900)}`,
  ])('a message shows %j of the service without control characters, and shortened', (expression) => {
    const messageOf = (work: () => unknown): string => {
      try {
        return String(work());
      } catch (error) {
        return (error as Error).message;
      }
    };
    const message = messageOf(() => createSchedule(expression, utc));
    expect(message).toContain('cron cannot be read: "');
    expect(message).not.toMatch(/\p{C}/u);
    expect(message.length).toBeLessThan(500);
  });

  test('an endless schedule is named without control characters', () => {
    const every = createSchedule('*\t*\t*\t*\t*\t*', { ...utc, seconds: true });
    expect(() => every.ticks(0, 200_000_000)).toThrow('since is so far back that "* * * * * *" has more than');
  });
});

// 2026-03-01 is a Sunday. The forms are those of Unix and Quartz; see `parseCron`.
test.each<[string, 0 | 1, boolean, string]>([
  ['3/15 * * * *', 0, false, '01 00:03, 01 00:18, 01 00:33, 01 00:48'],
  ['0 0/6 * * ?', 1, false, '01 00:00, 01 06:00, 01 12:00, 01 18:00'],
  ['0 0 0/6 * * ?', 1, true, '01 00:00, 01 06:00, 01 12:00, 01 18:00'],
  ['0 22-2 * * *', 0, false, '01 00:00, 01 01:00, 01 02:00, 01 22:00'],
  ['0 0 1/10 * *', 0, false, '01 00:00, 11 00:00, 21 00:00, 31 00:00'],
  ['0 0 1 1/3 *', 0, false, '01 00:00'],
  ['0 0 * * 2/2', 1, false, '02 00:00, 04 00:00, 06 00:00, 09 00:00'],
  ['0 0 * * 2/2', 0, false, '03 00:00, 05 00:00, 07 00:00, 10 00:00'],
  ['0 0 ? * L', 1, false, '07 00:00, 14 00:00, 21 00:00, 28 00:00'],
  ['0 0 ? * l', 1, false, '07 00:00, 14 00:00, 21 00:00, 28 00:00'],
  ['0 0 l * ?', 1, false, '31 00:00, 30 00:00'],
  ['0 0 LW * ?', 1, false, '31 00:00, 30 00:00'],
  ['0 0 ? * SAT-SUN', 1, false, '01 00:00, 07 00:00, 08 00:00, 14 00:00'],
  ['0 0 ? * fri-mon', 0, false, '01 00:00, 02 00:00, 06 00:00, 07 00:00'],
  ['0 0 ? * 6L', 1, false, '27 00:00, 24 00:00'],
  ['0 0 ? * fril', 1, false, '27 00:00, 24 00:00'],
  ['0 0 ? * 6#3', 1, false, '20 00:00, 17 00:00'],
  ['0 0 * * 5-7', 0, false, '01 00:00, 06 00:00, 07 00:00, 08 00:00'],
])('%s is read as its users mean it (Sunday is %d)', (expression, sunday, seconds, expected) => {
  const from = Date.parse('2026-03-01T00:00:00Z');
  const { ticks } = createSchedule(expression, { timeZone: 'UTC', sunday, seconds });
  const until = from + (expected === '01 00:00' ? 32 : 60) * 86_400_000;
  const found = ticks(from - 1, until).map(({ at }) =>
    new Date(at).toISOString().replace(/^.{8}(..)T(.{5}).*$/, '$1 $2'),
  );
  expect(found.slice(0, 4).join(', ')).toBe(expected);
});
