import { expect, test } from 'vitest';
import { answerLines, foldRows, shellWord } from '../../src/terminal/urgency.ts';

const rows = ['failed', 'stale', 'well 1', 'well 2', 'well 3'];
const isWell = (row: string): boolean => row.startsWith('well');

test.each<[string, number | undefined, boolean, readonly string[], number]>([
  ['without a terminal, all rows are shown, the most urgent first', undefined, false, rows, 0],
  ['on a terminal, the most urgent row is next to the prompt', 9, false, rows.toReversed(), 0],
  ['rows that are well are left out if not all fit', 8, false, ['stale', 'failed'], 3],
  ['with --all, they are shown', 8, true, rows.toReversed(), 0],
])('%s', (_title, height, isAll, expected, left) => {
  expect(foldRows(rows, isWell, { height }, isAll)).toEqual({ rows: expected, left });
});

const failed = (count: number) => ({ count, phrases: ['failed', 'failed'] as const });
const cancelled = (count: number) => ({ count, phrases: ['was cancelled', 'were cancelled'] as const });

test.each<
  [number, readonly ReturnType<typeof failed | typeof cancelled>[], string | undefined, number | undefined, string[]]
>([
  [
    36,
    [failed(5), cancelled(2)],
    'diagnose Orders',
    undefined,
    ['5 of 36 jobs failed, 2 were cancelled. Next: syncline diagnose Orders'],
  ],
  [
    36,
    [failed(0), cancelled(1)],
    'diagnose Orders',
    80,
    ['1 of 36 jobs was cancelled. Next: syncline diagnose Orders'],
  ],
  [36, [failed(5)], 'diagnose Orders', 40, ['5 of 36 jobs failed.', 'Next: syncline diagnose Orders']],
  [3, [failed(3)], undefined, 80, ['All 3 jobs failed.']],
  [1, [failed(1)], undefined, 80, ['1 of 1 job failed.']],
  [2, [failed(0)], undefined, 80, []],
])('of %i jobs, %j, next %s, in %s columns: %j', (all, parts, next, width, expected) => {
  expect(answerLines(all, parts, next, { width })).toEqual(expected);
});

test.each([
  ['Orders', 'Orders'],
  ['Billing to Lake: Contacts', "'Billing to Lake: Contacts'"],
  ["O'Brien", String.raw`'O'\''Brien'`],
  ['$(x)', "'$(x)'"],
  ['', "''"],
])('in a shell, the name %s is the word %s', (name, word) => {
  expect(shellWord(name)).toBe(word);
});
