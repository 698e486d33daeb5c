import { expect, test } from 'vitest';
import { toJson } from '../../src/support/console.ts';
import { cleanLines, guardOutput } from '../../src/support/guard-output.ts';
import { hostile } from '../operator/support/hostile.ts';

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
  const { out, err, exact, terminal: guarded } = guardOutput({ out: write, err: write, colour: false, terminal });
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
