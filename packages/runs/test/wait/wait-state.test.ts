import { expect, test } from 'vitest';
import { describeTally, restoreWait, type RunSource, type SourceRun } from '../../src/index.ts';
import { countFailure, countPoll, emptyTally, readWaitState, writeWaitState } from '../../src/wait/wait-state.ts';
import { begin, classify } from '../support/wait-set-up.ts';

test.each([
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '(others)',
  'RUNNING',
  '\ud83d\ude00',
  'a "b"',
])('a status that is called %s is counted, also after the wait is restored', (status) => {
  const twice = countPoll(countPoll(emptyTally, status), status);
  const tally = countFailure(twice, status);
  expect(describeTally(tally)).toBe(`3 polls: 2 × ${status}, 1 × ${status}`);
  const text = writeWaitState({
    version: 1,
    job: 'j',
    target: { after: begin },
    deadline: begin + 1_000,
    failFast: true,
    acceptWarned: false,
    expectedRuntime: undefined,
    cron: undefined,
    tally,
  });
  expect(Object.entries(readWaitState(text).tally.statuses)).toEqual([[status, 2]]);
  const source: RunSource<SourceRun> = { kind: 'history', read: () => Promise.reject(new Error()) };
  expect(restoreWait(text, { source, classify }).serialize()).toBe(text);
});
