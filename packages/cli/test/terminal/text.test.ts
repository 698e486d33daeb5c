import { expect, test } from 'vitest';
import { breakLine, sparkline } from '../../src/terminal/text.ts';
import type { Column } from '../../src/formats/column.ts';
import { cutText } from '../../src/terminal/text.ts';
import { printTable } from '../../src/formats/print-table.ts';

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['longer', 1, '…'],
  ['😀😀😀😀', 6, '😀😀…'],
  ['😀😀😀😀', 7, '😀😀😀…'],
  ['😀😀', 2, '…'],
  ['夜間バッチ', 8, '夜間バ…'],
  ['e\u0301'.repeat(5), 4, `${'e\u0301'.repeat(3)}…`],
  ['🇩🇪🇫🇷🇮🇹', 4, '🇩🇪…'],
  [red('longer'), 5, `${'\u001b[31m'}long…${'\u001b[39m'}`],
  [`${red('a')} and ${red('b')}`, 4, `${red('a')} a…${red('')}`],
])('%j in %d columns is %j', (text, width, expected) => {
  expect(cutText(text, width)).toBe(expected);
});

test.each([
  ['a continue-without-notification b', 12, ['a', 'continue-wit', 'hout-notific', 'ation b']],
  ['夜間バッチ', 4, ['夜間', 'バッ', 'チ']],
  ['😀😀', 1, ['😀', '😀']],
  [red('longer'), 4, ['\u001b[31mlong', 'er\u001b[39m']],
])('%j is wrapped at %d columns, also within a word', (text, width, lines) => {
  expect(breakLine(text, width)).toEqual(lines);
});

test('a table never shows half of a character', () => {
  const columns: readonly Column<string>[] = [
    { name: 'job', value: (row) => row, minWidth: 4 },
    { name: 'why', value: (row) => row, minWidth: 4, isBroken: true },
  ];
  for (let width = 12; width <= 40; width += 1) {
    const text = printTable(['😀'.repeat(30), '🏳🇩🇪'.repeat(9)], columns, { width, colored: false, now: 0 });
    expect(text).not.toMatch(/\p{Surrogate}/u);
  }
});

test.each([
  [[], ''],
  [[0, 0], '▁▁'],
  [[0, 1, 7, 8], '▁▂▇█'],
  [[undefined, 5, Number.NaN, -3], ' █ ▁'],
])('%j is drawn as %j', (values, text) => {
  expect(sparkline(values)).toBe(text);
});
