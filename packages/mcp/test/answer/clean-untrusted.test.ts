import { expect, test } from 'vitest';
import { cleanUntrusted } from '../../src/answer/answer.ts';

const tags = [...'ignore'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

test.each([
  ['plain text', 'O’Brien → Lake 🚀', 'O’Brien → Lake 🚀'],
  ['control characters', 'a\u0000b\nc\td\u007fe', 'a b c d e'],
  ['colors of a terminal', '\u001b[31mred\u001b[0m', 'red'],
  ['colors in one character', '\u009b31mred', 'red'],
  ['a link of a terminal', '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u001b\\', 'click'],
  ['a link without an end', 'a\u001b]8;;https://evil.example', 'a'],
  ['a reset of a terminal', 'a\u001bcb', 'a b'],
  ['bidirectional characters', 'a\u202eb\u2066c\u2069', 'abc'],
  ['zero-width characters', 'a\u200bb\u200dc\ufeffd', 'abcd'],
  ['tag characters', `a${tags}b`, 'ab'],
  ['variation selectors', `a${String.fromCodePoint(0xe0101, 0xfe0f)}b`, 'ab'],
  ['fillers that show nothing', 'a\u3164\u115f\u2800b', 'ab'],
  ['line separators', 'a\u2028b\u2029c', 'a b c'],
  ['private and unassigned characters', 'a\ue000b\u0378c', 'a bc'],
  ['half of a pair', 'a\ud800b', 'a b'],
  ['nothing', '', ''],
])('%s', (_what, text, clean) => {
  expect(cleanUntrusted(text, 100)).toBe(clean);
});

test('a long text is cut, also if it begins with invisible characters', () => {
  expect(cleanUntrusted('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(cleanUntrusted(`${'\u200b'.repeat(1_000_000)}hidden`, 10)).toBe('…');
  expect([...cleanUntrusted('🚀'.repeat(50), 10)]).toHaveLength(10);
});
