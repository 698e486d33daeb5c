import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLines, cleanText } from '../../src/text/text.ts';

test.each([
  ['one\r\n\ttwo', 'one two'],
  ['\u001b[31mred\u001b[0m', '[31mred [0m'],
  ['a\u202eb\u200bc\u{e0041}d\ufeff', 'a b c d'],
  ['\ud800x', 'x'],
  ['', ''],
  ['a \u0007', 'a'],
  ['two  spaces', 'two spaces'],
])('%j is shown as %j', (text, shown) => {
  expect(cleanText(text)).toBe(shown);
});

test.each([
  ['exactly its length', 'ten chars!', 'ten chars!'],
  ['exactly its length, in characters that need two units', '😀'.repeat(10), '😀'.repeat(10)],
  ['one character more', 'eleven char', 'eleven ch…'],
  ['letters that remain when invisible ones are gone', `a${'\u200b'.repeat(39)}`, 'a'],
  ['more invisible characters than it reads', `a${'\u200b'.repeat(40)}b`, 'a…'],
])('a limit of 10 and %s', (_, text, shown) => {
  expect(cleanText(text, 10)).toBe(shown);
});

test('a text is never longer than its limit, and never cut inside a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
      const shown = cleanText(text, limit);
      expect([...shown].length).toBeLessThanOrEqual(limit);
      expect(shown).not.toMatch(/\p{Cs}|\p{Cc}/u);
    }),
    { seed: 22 },
  );
});

test.each([
  ['one\n  two\n', 'one\n  two\n'],
  ['one\r\n  two\rthree', 'one\n  two\nthree'],
  ['\u001b[31mred\n\u202e two\u0007', ' [31mred\n  two'],
])('of the lines %j, %j are shown', (text, shown) => {
  expect(cleanLines(text)).toBe(shown);
});
