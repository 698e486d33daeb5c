import { expect, test } from 'vitest';
import { createRunReader } from '../../src/run/accessors.ts';

const read = createRunReader<{ id: string; job: string; word: string }>({
  key: 'id',
  job: 'job',
  status: 'word',
  start: () => 0,
});

test('texts that databases cannot store are replaced when they are read', () => {
  const record = { id: 'a\0b', job: '\ud800job', word: 'x\udc00 \u{1f600}' };
  expect(read(record)).toMatchObject({ key: 'a\ufffdb', job: '\ufffdjob', status: 'x\ufffd \u{1f600}' });
});
