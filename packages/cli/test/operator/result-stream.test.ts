import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createResultStream } from '../../src/support/result-stream.ts';

/** A stream that accepts one text, and then fails like a pipe or a file. */
function failing(code: string) {
  const texts: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      if (texts.push(text) > 1) done(Object.assign(new Error(code), { code }));
      else done();
    },
  });
  return { texts, stream };
}

const settled = () => new Promise((done) => setImmediate(done));

test.each([
  ['EPIPE', []],
  ['ENOSPC', ['ENOSPC']],
  ['EIO', ['EIO']],
])('a stream that fails with %s gets no more text, and %j is reported', async (code, reported) => {
  const { texts, stream } = failing(code);
  const codes: string[] = [];
  const { write, closed } = createResultStream(stream, (each) => codes.push(each));
  write('one');
  await settled();
  expect(closed.aborted).toBe(false);
  for (const text of ['two', 'three', 'four']) {
    write(text);
    await settled();
  }
  expect(texts).toEqual(['one', 'two']);
  expect(codes).toEqual(reported);
  expect(closed.aborted).toBe(true);
});

test('a stream that already fails is reported once, also if several texts wait', async () => {
  const { stream } = failing('ENOSPC');
  const codes: string[] = [];
  const { write } = createResultStream(stream, (each) => codes.push(each));
  for (const text of ['one', 'two', 'three']) write(text);
  await settled();
  expect(codes).toEqual(['ENOSPC']);
});
