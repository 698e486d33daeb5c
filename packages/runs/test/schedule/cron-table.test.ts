import { describe, expect, test } from 'vitest';
import { createSchedule } from '../../src/index.ts';
import { readSchedule } from '../../src/schedule/index.ts';
import { cronTable, tableStart } from './cron-table.ts';

const dayMs = 86_400_000;

/** The first times after a moment, from as short a period as has enough of them. */
function nextTimes(
  ticks: (after: number, upTo: number) => readonly { readonly at: number }[],
  count: number,
): string[] {
  let found: readonly { readonly at: number }[] = [];
  for (let days = 1 / 24; found.length < count && days < 100_000; days *= 4)
    found = ticks(tableStart, tableStart + days * dayMs);
  return found.slice(0, count).map(({ at }) => new Date(at).toISOString().replace('.000', ''));
}

test.each(cronTable)('$expression with Sunday as $sunday fires at its times', (row) => {
  const { expression, sunday, seconds, next } = row;
  const schedule = createSchedule(expression, { timeZone: 'UTC', sunday, seconds });
  expect(nextTimes(schedule.ticks, 10)).toEqual(next);
});

test('the table has at least 120 expressions, and a reason wherever evaluators differ', () => {
  expect(cronTable.length).toBeGreaterThanOrEqual(120);
  expect(new Set(cronTable.map(({ expression, sunday, seconds }) => `${expression} ${sunday} ${seconds}`)).size).toBe(
    cronTable.length,
  );
  for (const { expression, asked, differ, right, because } of cronTable) {
    expect([expression, differ !== undefined], expression).toEqual([expression, because !== undefined]);
    expect(right === undefined, expression).toBe(because === undefined);
    expect(asked.length, expression).toBeGreaterThanOrEqual(2);
  }
});

describe('what no service can read is refused with the reason', () => {
  test.each<[string, 0 | 1, boolean, string]>([
    ['0 0 12 * * ?', 1, false, 'it needs 5 fields, and has 6; if the first is seconds, set "seconds" to true'],
    ['0 0 12 * * ? 2027', 1, false, 'it needs 5 fields, and has 7; if the first is seconds, set "seconds" to true'],
    ['0 0 12 * * ? 2027 1', 1, true, 'it needs 5 fields, 6 that begin with seconds, or 7 that also end with a year'],
    ['* * * *', 0, false, 'it needs 5 fields, and has 4'],
    ['0 0 12 * * ? 1969', 1, true, '1969 is not a year from 1970 to 2099'],
    ['0 0 12 * * ? 2030-2027', 1, true, '"2030-2027" ends before it begins'],
    ['60 * * * *', 0, false, '60 is not a minute from 0 to 59'],
    ['0 24 * * *', 0, false, '24 is not an hour from 0 to 23'],
    ['0 0 0 * *', 0, false, '0 is not a day of the month from 1 to 31'],
    ['0 0 32W * ?', 1, false, '32 is not a day of the month from 1 to 31'],
    ['0 0 L-31 * ?', 1, false, '"L-31" is more than 30 days before the last'],
    ['0 0 1-5W * ?', 1, false, 'is not a day of the month'],
    ['0 0 W * ?', 1, false, 'W is not a day of the month'],
    ['0 0 1 13 *', 0, false, '13 is not a month from 1 to 12'],
    ['0 0 1 JANUARY *', 0, false, 'JANUARY is not a month from 1 to 12'],
    ['0 0 ? * 2#6', 1, false, '"2#6" needs a number from 1 to 5 after "#"'],
    ['0 0 ? * 8L', 1, false, '8 is not a day of the week from 1 to 7'],
    ['*/0 * * * *', 0, false, '"*/0" needs a step from 1 to 60'],
    ['*/61 * * * *', 0, false, '"*/61" needs a step from 1 to 60'],
    ['?/5 * * * *', 0, false, '"?/5" is not a minute'],
    ['0 0 ?,1 * *', 0, false, '"?" is not a day of the month'],
    ['1,,2 * * * *', 0, false, '"" is not a minute'],
    ['1-2-3 * * * *', 0, false, '"1-2-3" is not a minute'],
    ['-1 * * * *', 0, false, '"-1" is not a minute'],
    ['1.5 * * * *', 0, false, '"1.5" is not a minute'],
    ['H * * * *', 0, false, 'H is not a minute'],
    ['@reboot', 0, false, 'the nickname has no times, or is not known'],
    ['@every 1h', 0, false, 'the nickname has no times, or is not known'],
  ])('%s with Sunday as %d', (expression, sunday, seconds, reason) => {
    expect(() => readSchedule(expression, { sunday, seconds })).toThrow(reason);
    expect(() => createSchedule(expression, { timeZone: 'UTC', sunday, seconds })).toThrow(reason);
  });
});
