import type { StoredRun } from '@syncline/runs';
import { expect, test } from 'vitest';
import { createExportText } from '../../src/export/export-text.ts';

const environment = {
  history: { key: 'id', job: 'job', status: 'status', start: 'start', rows: 'records', timeZone: 'UTC' },
} as const;
const text = createExportText({ format: 'csv', fields: 'key,rows', formulas: 'escape', environment });
const run = (rows: number, raw: string): StoredRun => ({
  key: 'a',
  job: 'Orders',
  outcome: 'succeeded',
  status: 'SUCCESS',
  start: 0,
  end: undefined,
  rows,
  version: '1',
  firstSeen: 0,
  raw,
});

test.each([
  [9007199254740992, '{"records":9007199254740993}', '9007199254740993'],
  [9007199254740992, '{"records":"9007199254740993"}', '9007199254740993'],
  [9007199254740992, '{"records":9007199254740993,"tables":{"records":7}}', '9007199254740993'],
  [9007199254740992, '{"a":[{"records":7}],"records":9007199254740993,"z":[{"records":8}]}', '9007199254740993'],
  [1.5, '{"records":1.5,"tables":{"records":7}}', '1.5'],
  [1.5, '{"tables":{"records":7}}', '1.5'],
  [7, '{"records":7,"tables":{"records":8}}', '7'],
])('the rows of a run with %d rows and the record %s are %s', (rows, raw, expected) => {
  expect(text.linesOf([run(rows, raw)])).toBe(`a,${expected}\r\n`);
});
