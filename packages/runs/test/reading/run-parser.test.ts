import { expect, test } from 'vitest';
import { createRunParser } from '../../src/reading/run-parser.ts';

const read = createRunParser<{ id: string; job: string; word: string }>({
  key: 'id',
  job: 'job',
  status: 'word',
  start: () => 1,
});

test('texts that databases cannot store are replaced when they are read', () => {
  const record = { id: 'a\0b', job: '\ud800job', word: 'x\udc00 \u{1f600}' };
  expect(read(record)).toMatchObject({ key: 'a\ufffdb', job: '\ufffdjob', status: 'x\ufffd \u{1f600}' });
});

test.each([
  [undefined, 'is missing'],
  [null, 'is missing'],
  ['', 'is missing'],
  [2 ** 53, 'is a number beyond 2^53, which has lost digits: make the service send it as a text'],
  [1.5, 'is neither a text nor a whole number'],
  [true, 'is neither a text nor a whole number'],
])('the key and the job cannot be %j: it %s', (value, problem) => {
  const facts = { status: () => 'OK', start: () => 1 };
  const reader = (change: object) => createRunParser<object>({ ...facts, key: () => 'a', job: () => 'b', ...change });
  expect(reader({ key: () => value })({})).toEqual({ problem: `key ${problem}`, key: undefined, record: {} });
  expect(reader({ job: () => value })({})).toEqual({ problem: `job ${problem}`, key: 'a', record: {} });
});

// On 2026-10-25, the clocks of Berlin show the time from 02:00 to 03:00 twice: from 00:00Z and from 01:00Z.
test.each([
  ['02:10', '02:20', '00:10', '00:20', 'both in the repeated hour'],
  ['02:55', '02:05', '00:55', '01:05', 'the end in its second pass'],
  ['02:55', '02:55', '00:55', '00:55', 'no time between them'],
  ['01:50', '02:05', '23:50', '00:05', 'the start before it'],
  ['02:30', '03:05', '00:30', '02:05', 'the end after it'],
  ['03:10', '02:50', '02:10', '', 'an end that is really before the start is none'],
])('a run from %s to %s local time lasts from %sZ to %sZ: %s', (from, to, start, end) => {
  const reader = createRunParser<{ from: string; to: string }>({
    key: () => 1,
    job: () => 'Orders',
    status: () => 'OK',
    start: 'from',
    end: 'to',
    timeZone: 'Europe/Berlin',
  });
  const run = reader({ from: `2026-10-25T${from}:00`, to: `2026-10-25T${to}:00` });
  const day = start > '23' ? '2026-10-24' : '2026-10-25';
  expect(run).toMatchObject({
    start: Date.parse(`${day}T${start}Z`),
    end: end === '' ? undefined : Date.parse(`2026-10-25T${end}Z`),
  });
});
