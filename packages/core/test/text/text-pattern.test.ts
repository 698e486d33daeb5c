import { expect, test } from 'vitest';
import { foldText, partPattern, wholePattern } from '../../src/internal.ts';

test.each([
  ['Orders', 'Orders', true],
  ['Orders', 'Orders 2', false],
  ['Orders', 'orders', false],
  ['Orders*', 'Orders', true],
  ['*', '', true],
  ['*Orders', 'My Orders', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['ab*ba', 'aba', false],
  ['a*bc*cd', 'abcd', false],
  ['**', 'x', true],
  ['O.ders (1)*', 'O.ders (1) [x]', true],
  ['O.ders', 'Orders', false],
])('the whole pattern %j on %j: %s', (pattern, text, expected) => {
  expect(wholePattern(pattern)(text)).toBe(expected);
});

test.each([
  ['timed out', 'The query TIMED  OUT.', true],
  ['timed out*after', 'Timed out: gave up after 30 s', true],
  ['after*timed out', 'Timed out: gave up after 30 s', false],
  ['Zeitüberschreitung', 'ZEITU\u0308BERSCHREITUNG', true],
  ['タイムアウト', '接続がタイムアウトしました', true],
  ['.*', 'anything', false],
])('the partial pattern %j on %j: %s', (pattern, text, expected) => {
  expect(partPattern(pattern)(foldText(text))).toBe(expected);
});

test('a pattern that would let a regular expression hang is as fast as any other', () => {
  const [text, pattern] = ['a'.repeat(100_000), `${'*a'.repeat(50)}b`];
  expect([wholePattern(pattern)(text), partPattern(pattern)(text)]).toEqual([false, false]);
});
