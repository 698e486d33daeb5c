import { expect, test } from 'vitest';
import type { Findings, Impact } from '../../src/impact/find-impact.ts';
import { printText, sidesText } from '../../src/impact/report.ts';

const use: Impact = {
  file: 'a.ts',
  line: 3,
  column: 5,
  endColumn: 11,
  code: 'job.PreJob;',
  uses: 'field Job.PreJob',
  bump: 'major',
  topic: 'field-type',
  message: 'It changed.',
  why: null,
  before: 'string',
  after: 'number',
  action: 'Read it as a number.',
};
const nothing: Findings = { impact: [], files: 1, importing: 1, notExamined: [] };
const place = (line: number) => ({ file: 'b.js', line, reason: 'unclear' });
const print = (findings: Partial<Findings>, colored: boolean, changes = 1, considered = 1): readonly string[] =>
  printText({ ...nothing, ...findings }, changes, considered, { colored });

test('each part has its color', () => {
  const escaped = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => line.replaceAll(/\u001B\[(\d+)m/g, '<$1>'));
  const notExamined = [place(1)];
  expect(escaped(print({ impact: [use], notExamined }, true))).toEqual([
    'a.ts:3:5 <31>major<39> It changed.',
    '    job.PreJob;',
    '    <2>string → number<22>',
    '    <1>Read it as a number.<22>',
    '1 use of what changed (1 change) in 1 file, of which 1 import @syncline.',
    '<33>Not examined, and possibly affected: 1 place.<39>',
    '    b.js:1 unclear',
  ]);
  expect(escaped(print({ impact: [{ ...use, bump: 'minor' }] }, true))[0]).toBe('a.ts:3:5 <33>minor<39> It changed.');
  expect(escaped(print({ impact: [{ ...use, bump: 'patch' }] }, true))[0]).toBe('a.ts:3:5 <2>patch<22> It changed.');
});

test.each([
  [0, 0, 0, '0 uses of what changed (0 changes) in 1 file, of which 1 import @syncline.'],
  [1, 1, 1, '1 use of what changed (1 change) in 1 file, of which 1 import @syncline.'],
  [2, 2, 2, '2 uses of what changed (2 changes) in 1 file, of which 1 import @syncline.'],
  [1, 3, 1, '1 use of what changed (3 changes, of which 2 of documentation) in 1 file, of which 1 import @syncline.'],
])('%i uses of %i changes, of which %i count, are summed up', (uses, changes, considered, summary) => {
  const impact = Array.from({ length: uses }, () => use);
  expect(print({ impact }, false, changes, considered).at(-1)).toBe(summary);
});

test('at most 20 places that were not examined are listed', () => {
  const places = (count: number) => Array.from({ length: count }, (_, index) => place(index + 1));
  const listed = (count: number): readonly string[] => print({ notExamined: places(count) }, false).slice(2);
  expect(listed(20).at(-1)).toBe('    b.js:20 unclear');
  expect(listed(22)).toHaveLength(21);
  expect(listed(22).slice(-2)).toEqual(['    b.js:20 unclear', '    and 2 more. --output json lists them all.']);
});

test.each([
  ['string', 'number', 'string → number'],
  ['string', null, 'string → removed'],
  [null, 'string', 'none → string'],
  [null, null, ''],
])('the sides %s and %s are shown as "%s"', (before, after, text) => {
  expect(sidesText({ before, after })).toBe(text);
});
