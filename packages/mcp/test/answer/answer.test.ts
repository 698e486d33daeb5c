import { expect, test } from 'vitest';
import { type Answer, fitAnswer, mostBytes, readCursor, writeCursor } from '../../src/answer/answer.ts';

const listOf = (count: number, text: string): Answer => ({
  facts: () => ({ total: count }),
  list: {
    name: 'rows',
    count,
    row: (at, clean) => ({ at, untrusted: { text: clean(text) } }),
    cursor: (n) => `next-${n}`,
  },
});
const rowsOf = ({ result }: ReturnType<typeof fitAnswer>) => result.structuredContent?.['rows'] as object[];

test('an answer has at most 50 rows, and a cursor only if there is more', () => {
  const fitted = fitAnswer(listOf(51, 'x'));
  expect(rowsOf(fitted)).toHaveLength(50);
  expect(fitted.result.structuredContent).toMatchObject({ total: 51, next_cursor: 'next-50' });
  expect(fitAnswer(listOf(50, 'x')).result.structuredContent).not.toHaveProperty('next_cursor');
});

test('the text is the structured content, for clients that do not read the latter', () => {
  const { result } = fitAnswer(listOf(2, 'x'));
  expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
});

test('the whole result has at most 16,000 bytes, whatever the rows are', () => {
  for (const text of ['x'.repeat(300), '"\\'.repeat(200), '🚀'.repeat(300), '語'.repeat(300)]) {
    const fitted = fitAnswer(listOf(200, text));
    expect(fitted.bytes).toBe(Buffer.byteLength(JSON.stringify(fitted.result)));
    expect(fitted.bytes).toBeLessThanOrEqual(mostBytes);
    expect(fitted.rows).toBeGreaterThan(5);
    expect(fitted.result.structuredContent?.['next_cursor']).toBe(`next-${fitted.rows}`);
  }
});

test('texts are cut shorter if not even one row fits', () => {
  const row = (_at: number, clean: (text: string) => string) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, clean('語'.repeat(500))]));
  const fitted = fitAnswer({ facts: () => ({}), list: { name: 'rows', count: 3, row, cursor: String } });
  expect(rowsOf(fitted).length).toBeGreaterThan(0);
  expect(fitted.bytes).toBeLessThanOrEqual(mostBytes);
});

test('facts that cannot fit are refused', () => {
  expect(() => fitAnswer({ facts: () => ({ big: 'x'.repeat(9_000) }) })).toThrow('larger than 16 kB');
});

test('a cursor consists of numbers, and belongs to its arguments', () => {
  const cursor = writeCursor([50, 7], { job: 'A', since: '24h', cursor: 'earlier' });
  expect(cursor).toMatch(/^50\.7-[0-9a-f]{12}$/);
  expect(readCursor(cursor, { since: '24h', job: 'A', cursor }, 2)).toEqual([50, 7]);
  expect(readCursor(undefined, {}, 2)).toBeUndefined();
  for (const [wrong, count] of [
    [cursor, 1],
    ['', 2],
    ['50.7', 2],
    ['-1.7-000000000000', 2],
    [`${cursor}0`, 2],
  ] as const)
    expect(() => readCursor(wrong, { job: 'A', since: '24h' }, count)).toThrow('does not belong to these arguments');
  expect(() => readCursor(cursor, { job: 'B', since: '24h' }, 2)).toThrow('does not belong');
});
