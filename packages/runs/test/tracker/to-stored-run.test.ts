import { expect, test } from 'vitest';
import { type SourceRun, toStoredRun } from '../../src/index.ts';

const run: SourceRun = {
  key: 'r1',
  job: 'Orders',
  start: 1_000,
  end: 2_000,
  rows: 2 ** 53,
  status: 'SUCCESS',
  error: '',
  record: { recordsaffected: 9007199254740993n, historyid: 'r1' },
};

test('a row contains the facts of the run, and the record with every digit', () => {
  const { record: _record, error: _error, ...facts } = run;
  expect(toStoredRun(run, 'succeeded', 5)).toEqual({
    ...facts,
    outcome: 'succeeded',
    firstSeen: 5,
    version: expect.stringMatching(/^[0-9a-f]{32}$/),
    raw: '{"historyid":"r1","recordsaffected":9007199254740993}',
  });
});

test.each([
  ['a\0b', 'a\ufffdb'],
  ['\0\0', '\ufffd\ufffd'],
  ['\ud83d \ude00', '\ufffd \ufffd'],
  ['\\\0', '\\\ufffd'],
  ['\\u0000', '\\u0000'],
  ['\\\\u0000 \\ud800', '\\\\u0000 \\ud800'],
  ['\u{1f600} \u001b[0m \u2028', '\u{1f600} \u001b[0m \u2028'],
])('databases can read the text %j of a record as %j', (details, expected) => {
  const stored = (record: object) => toStoredRun({ ...run, record }, 'failed', 5);
  expect(JSON.parse(stored({ details }).raw)).toEqual({ details: expected });
  expect(JSON.parse(stored({ tasks: [{ [details]: 1 }] }).raw)).toEqual({ tasks: [{ [expected]: 1 }] });
  expect(stored({ details }).version === stored({ details: expected }).version).toBe(details === expected);
});

test.each([
  ['when it was seen does not count', {}, 'succeeded', true],
  ['another error', { error: 'broken' }, 'succeeded', false],
  ['another outcome', {}, 'failed', false],
  ['another digit', { record: { recordsaffected: 9007199254740992n, historyid: 'r1' } }, 'succeeded', false],
] as const)('the version depends on: %s', (_what, change, outcome, isSame) => {
  const { version } = toStoredRun({ ...run, ...change }, outcome, 6);
  expect(version === toStoredRun(run, 'succeeded', 5).version).toBe(isSame);
});
