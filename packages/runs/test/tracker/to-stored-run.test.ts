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
  ['when it was seen does not count', {}, 'succeeded', true],
  ['another error', { error: 'broken' }, 'succeeded', false],
  ['another outcome', {}, 'failed', false],
  ['another digit', { record: { recordsaffected: 9007199254740992n, historyid: 'r1' } }, 'succeeded', false],
] as const)('the version depends on: %s', (_what, change, outcome, isSame) => {
  const { version } = toStoredRun({ ...run, ...change }, outcome, 6);
  expect(version === toStoredRun(run, 'succeeded', 5).version).toBe(isSame);
});
