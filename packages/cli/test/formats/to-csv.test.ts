import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCsv } from '../../src/formats/to-csv.ts';
import { readWithDuckDB } from '../support/duckdb.ts';
import { folderWith } from '../../../ops/test/support/folder.ts';

const formulas = [
  '=HYPERLINK("http://evil","x")',
  '@SUM(1)',
  "+cmd|' /C calc'!A0",
  '-2+3',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\uff1d1+1',
  '\uff0b1',
  '\uff0d1',
  '\uff201',
];
const others = ["boom\n=cmd|' /C calc'!A0", 'a\rb', 'a\r\nb', 'a,b', '"', '""', ' =1', "'", 'x', 'a;b', 'a\n\nb'];

test.each([
  ['a file', '\r\n', 'escape'],
  ['a file', '\r\n', 'keep'],
  ['a terminal', '', 'escape'],
  ['a terminal', '', 'keep'],
] as const)('a parser reads every text back: %s, line break %j, formulas %s', async (_, lineBreak, treatment) => {
  const texts = [...formulas, ...others];
  const rows = texts.map((text, at) => [at, text, 'end']);
  const written =
    lineBreak === ''
      ? rows.map((row) => `${toCsv([row], { formulas: treatment })}\n`).join('')
      : toCsv(rows, { lineBreak, formulas: treatment });
  const file = join(folderWith({}), 'rows.csv');
  writeFileSync(file, written);
  const read = await readWithDuckDB(
    `SELECT * FROM read_csv('${file}', header = false, delim = ',', quote = '"', escape = '"', auto_detect = false,
      new_line = '${lineBreak === '' ? String.raw`\n` : String.raw`\r\n`}',
      columns = { 'at': 'VARCHAR', 'text': 'VARCHAR', 'last': 'VARCHAR' })`,
  );
  // A reader that knows no quotes begins a cell after each line break.
  const escaped = (text: string) =>
    `${formulas.includes(text) ? "'" : ''}${text.replace(/[\r\n](?=[=+@\uff1d\uff0b\uff0d\uff20-])/g, "$&'")}`;
  expect(read).toEqual(
    texts.map((text, at) => ({
      at: String(at),
      text: treatment === 'escape' ? escaped(text) : text,
      last: 'end',
    })),
  );
});

test('only texts are escaped, and every value has a text', () => {
  expect(toCsv([[-5, -5n, '-5', true, null, undefined, ['=1'], 0]])).toBe(`-5,-5,'-5,true,,,"[""=1""]",0`);
});

test.each([
  ["a;=cmd|' /C calc'!A0;b", `"a;'=cmd|' /C calc'!A0;b"`],
  ['a;+1;-1;@x;\uff1d1', `"a;'+1;'-1;'@x;'\uff1d1"`],
  ['a;\t=1', `"a;'\t=1"`],
  ['a\n=1;b', `"a\n'=1;b"`],
  ['a\r\n=1;b', `"a\r\n'=1;b"`],
  ['=1;=2', `"'=1;'=2"`],
  [['a;=1'], `"[""a;'=1""]"`],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
])('the cell of %j starts no formula where a semicolon separates cells', (cell, text) => {
  expect(toCsv([[0, cell]])).toBe(`0,${text}`);
  const kept = toCsv([[0, cell]], { formulas: 'keep' });
  expect(kept.replaceAll('""', '"')).toBe(`0,"${typeof cell === 'string' ? cell : JSON.stringify(cell)}"`);
});

test('a formula after a line break is escaped, also without a semicolon', () => {
  expect(toCsv([['a\n=1+1']])).toBe(`"a\n'=1+1"`);
});
