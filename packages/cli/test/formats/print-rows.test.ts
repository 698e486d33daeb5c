import { describe, expect, test } from 'vitest';
import type { Column } from '../../src/formats/column.ts';
import type { View } from '../../src/terminal/style.ts';
import { printTable } from '../../src/formats/print-table.ts';
import { type Format, printRows } from '../../src/formats/print-rows.ts';

interface Row {
  readonly job: string;
  readonly rows?: number | bigint;
  readonly start?: Date;
  readonly ok?: boolean;
}
const now = Date.parse('2026-03-02T12:00:00Z');
const columns: readonly Column<Row>[] = [
  { name: 'job', value: ({ job }) => job, minWidth: 8 },
  { name: 'rows', value: ({ rows }) => rows, align: 'right' },
  { name: 'start', title: 'started', value: ({ start }) => start },
  { name: 'ok', value: ({ ok }) => ok, isExtra: true },
];
const rows: readonly Row[] = [
  { job: 'Nightly', rows: 1200, start: new Date('2026-03-02T09:00:00Z'), ok: true },
  { job: '夜間バッチ', rows: 9_007_199_254_740_993n, start: new Date('2026-03-02T11:59:18.5Z') },
  { job: 'A "quoted", name' },
];
const plainView: View = { width: undefined, colored: false, now };
const terminal: View = { width: 80, colored: false, now };

async function print(format: Format, view = plainView, more: { fields?: string; rows?: readonly Row[] } = {}) {
  const lines: string[] = [];
  const count = await printRows(more.rows ?? rows, {
    columns,
    format,
    view,
    fields: more.fields,
    empty: 'No jobs.',
    write: (text) => lines.push(text),
  });
  expect(count).toBe((more.rows ?? rows).length);
  return lines.join('\n');
}

describe('a table', () => {
  test('has relative times on a terminal, and columns that line up under wide characters', async () => {
    expect(await print('table', terminal)).toBe(
      [
        'JOB                           ROWS  STARTED',
        'Nightly                       1200  3h ago',
        '夜間バッチ        9007199254740993  41s ago',
        'A "quoted", name',
      ].join('\n'),
    );
  });
  test('has RFC 3339 times without a terminal', async () => {
    expect(await print('table')).toContain('2026-03-02T11:59:18.500Z');
  });
  test('is never wider than the terminal: the widest column that may be cut is cut', async () => {
    const long = [{ job: 'x'.repeat(300), rows: 5, start: new Date(now) }];
    for (const width of [40, 80, 200]) {
      const lines = (await print('table', { ...terminal, width }, { rows: long })).split('\n');
      expect(lines.map((line) => line.length <= width)).toEqual([true, true]);
      expect(lines[1]).toMatch(/x…  +5  now$/);
    }
  });
  test('wraps a message if the column says so, without losing words', () => {
    const message = 'The job keeps history, but drops the table before each of its runs';
    const broken: readonly Column<{ readonly job: string; readonly message: string }>[] = [
      { name: 'job', value: ({ job }) => job },
      { name: 'message', value: (row) => row.message, minWidth: 20, isBroken: true },
    ];
    const text = printTable(
      [
        { job: '夜間バッチ', message },
        { job: 'Nightly', message: 'Short' },
      ],
      broken,
      {
        ...terminal,
        width: 44,
      },
    );
    expect(text.split('\n')).toEqual([
      'JOB         MESSAGE',
      '夜間バッチ  The job keeps history, but drops',
      '            the table before each of its',
      '            runs',
      'Nightly     Short',
    ]);
  });
  test('says that there are no rows', async () => {
    expect(await print('table', terminal, { rows: [] })).toBe('No jobs.');
  });
  test('shows text of the service on one line, without control characters', async () => {
    const shown = await print('table', terminal, { rows: [{ job: 'a\n\u001b[31mb\u202ec' }] });
    expect(shown.split('\n')).toHaveLength(2);
    expect(shown).not.toMatch(/[\u001b\u202e]/);
  });
  test('has colors only if the view has', async () => {
    expect(await print('table', { ...terminal, colored: true })).toContain('\u001b[2mJOB');
    expect(await print('table', terminal)).not.toContain('\u001b');
  });
});

test('json is an array with every field', async () => {
  expect(JSON.parse(await print('json'))).toEqual([
    { job: 'Nightly', rows: 1200, start: '2026-03-02T09:00:00Z', ok: true },
    { job: '夜間バッチ', rows: '9007199254740993', start: '2026-03-02T11:59:18.500Z', ok: null },
    { job: 'A "quoted", name', rows: null, start: null, ok: null },
  ]);
  expect(await print('json', plainView, { rows: [] })).toBe('[]');
});
test('ndjson is one object per line', async () => {
  const lines = (await print('ndjson')).split('\n');
  expect(lines.map((line) => (JSON.parse(line) as Row).job)).toEqual(rows.map(({ job }) => job));
});
test('csv follows RFC 4180', async () => {
  expect(await print('csv')).toBe(
    [
      'job,rows,start,ok',
      'Nightly,1200,2026-03-02T09:00:00Z,true',
      '夜間バッチ,9007199254740993,2026-03-02T11:59:18.500Z,',
      '"A ""quoted"", name",,,',
    ].join('\n'),
  );
});
test('csv escapes a text that a spreadsheet would run, and no number', async () => {
  const texts = ['=HYPERLINK("http://evil","x")', '@SUM(1)', '+cmd|x', '-2+3', 'boom\n=1'];
  expect(await print('csv', plainView, { fields: 'job,rows', rows: texts.map((job) => ({ job, rows: -2 })) })).toBe(
    [
      'job,rows',
      `"'=HYPERLINK(""http://evil"",""x"")",-2`,
      `'@SUM(1),-2`,
      `'+cmd|x,-2`,
      `'-2+3,-2`,
      `"boom\n'=1",-2`,
    ].join('\n'),
  );
});
test('rows are written as they arrive', async () => {
  const lines: string[] = [];
  async function* arriving() {
    yield rows[0] as Row;
    expect(lines).toHaveLength(1);
    yield rows[1] as Row;
  }
  await printRows(arriving(), {
    columns,
    format: 'ndjson',
    view: plainView,
    empty: '',
    write: (line) => lines.push(line),
  });
  expect(lines).toHaveLength(2);
});

describe('fields', () => {
  test('are chosen and ordered', async () => {
    expect(await print('csv', plainView, { fields: 'ok, job,ok' })).toMatch(/^ok,job\ntrue,Nightly\n/);
    expect(await print('table', terminal, { fields: 'ok' })).toMatch(/^OK\nyes/);
  });
  test('without any value are not shown in a table', async () => {
    expect(await print('table', terminal, { rows: [{ job: 'a' }] })).toBe('JOB\na');
  });
  test.each([
    ['jop', '--fields has an unknown field "jop"; did you mean job?'],
    ['', '--fields names no field; use job, rows, start, ok'],
    ['constructor', '--fields has an unknown field "constructor"; use job, rows, start, ok'],
  ])('%j is refused', async (fields, message) => {
    await expect(print('json', plainView, { fields })).rejects.toThrow(message);
  });
});

test.each(['junit', 'sarif'] as const)('%s is refused by a command that has no such report', async (format) => {
  await expect(print(format)).rejects.toThrow(
    `--output cannot be ${format} for this command; use table, json, ndjson, csv`,
  );
});
