import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toJson } from '../../src/formats/to-json.ts';
import { cleanLines, createResultStream, guardOutput, processOutput } from '../../src/terminal/output.ts';
import { hostile } from '../command/support/hostile.ts';

test.each([
  ['xterm', '', { colored: true, isDumb: false }],
  ['xterm', '1', { colored: false, isDumb: false }],
  ['dumb', '', { colored: false, isDumb: true }],
])('a terminal with TERM=%s and NO_COLOR=%s', (term, noColor, expected) => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  vi.stubEnv('TERM', term);
  vi.stubEnv('NO_COLOR', noColor);
  onTestFinished(() => {
    process.stdout.isTTY = isTTY;
    vi.unstubAllEnvs();
  });
  const { colored, terminal } = processOutput(() => undefined);
  expect({ colored, isDumb: terminal?.isDumb }).toEqual(expected);
});

test.each([
  ['a link (OSC 8)', '\u001b]8;;http://evil\u0007x', ' ]8;;http://evil x'],
  ['a clear screen (CSI)', 'a\u001b[2Jb', 'a [2Jb'],
  ['a C1 control', 'a\u009b31mb', 'a 31mb'],
  ['a change of direction', 'a\u202eb\u2066c\u200fd', 'a b c d'],
  ['a style that is not ours', 'a\u001b[8mb\u001b[1;31mc\u001b[38;5;1md', 'a [8mb [1;31mc [38;5;1md'],
  ['a carriage return', 'a\rb', 'a b'],
  ['a line separator', 'a\u2028b\u2029c', 'a b c'],
  ['a tag character', 'a\u{e0041}b', 'a b'],
])('%s is replaced', (_, text, shown) => {
  expect(cleanLines(text, true)).toBe(shown);
  expect(cleanLines(text, false)).toBe(shown);
});

test('lines, tabs and joined characters stay, and our own styles where they are used', () => {
  expect(cleanLines('a\n\tb 👩\u200d💻 日次', false)).toBe('a\n\tb 👩\u200d💻 日次');
  expect(cleanLines('\u001b[31ma\u001b[39m \u001b[1mb\u001b[22m', true)).toBe(
    '\u001b[31ma\u001b[39m \u001b[1mb\u001b[22m',
  );
  expect(cleanLines('\u001b[31ma\u001b[39m', false)).toBe(' [31ma [39m');
});

test.each([true, false])('every way to the terminal is guarded, with a terminal: %s', (isTerminal) => {
  const texts: string[] = [];
  const write = (text: string): void => void texts.push(text);
  const terminal = isTerminal ? { width: () => 80, progress: write } : undefined;
  const { out, err, exact, terminal: guarded } = guardOutput({ out: write, err: write, colored: false, terminal });
  out(hostile);
  err(hostile);
  guarded?.progress(hostile);
  if (isTerminal) exact?.(hostile);
  expect(texts.length).toBe(isTerminal ? 4 : 2);
  for (const text of texts) expect(text).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cf}/u);
  if (isTerminal) return;
  exact?.(hostile);
  expect(texts.at(-1)).toBe(hostile);
});

test('JSON has escapes instead, which a parser reads as the same text', () => {
  const text = `${hostile}\u{e0041}\u2028`;
  expect(toJson({ [text]: text })).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}|\u2028/u);
  expect(JSON.parse(toJson({ [text]: text }))).toEqual({ [text]: text });
});

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
