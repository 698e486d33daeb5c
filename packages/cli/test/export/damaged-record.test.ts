import type { StoredRun } from '@syncline/runs';
import { expect, test } from 'vitest';
import { createExportText } from '../../src/export/export-text.ts';
import { ExportError } from '../../src/export/export-query.ts';

const history = { key: 'id', job: 'job', status: 'status', start: 'start', rows: 'rows', error: 'error' };
const run = (raw: string, rows?: number): StoredRun => ({
  key: 'r1\u001b[2J',
  job: 'Orders',
  outcome: 'failed',
  status: 'FAILED',
  start: 0,
  end: undefined,
  rows,
  version: 'v',
  firstSeen: 0,
  raw,
});

test.each([
  ['csv', undefined, undefined],
  ['ndjson', 'raw', undefined],
  ['ndjson', 'error', undefined],
  ['csv', 'rows', 2 ** 60],
] as const)('a damaged record in the store ends an export as %s of %s with an error of its own', (format, fields, rows) => {
  const text = createExportText({ format, fields, formulas: 'escape', environment: { history: history as never } });
  for (const raw of ['not json: secret', '', 'null', '7', '"x"', '{"a":']) {
    let thrown: unknown;
    try {
      text.linesOf([run(raw, rows)]);
    } catch (error) {
      thrown = error;
    }
    expect(thrown, raw).toBeInstanceOf(ExportError);
    expect(thrown).toMatchObject({
      reason: 'DAMAGED',
      message:
        'The record of the run "r1 [2J" is damaged: it is not a JSON object. Restore a copy of the store, or leave out the ' +
        'fields error, rows and raw with --fields.',
    });
  }
});

test('an export of other fields does not need the records', () => {
  const text = createExportText({
    format: 'ndjson',
    fields: 'job,outcome',
    formulas: 'escape',
    environment: { history: history as never },
  });
  expect(text.linesOf([run('not json')])).toBe('{"job":"Orders","outcome":"failed"}\n');
});
