import { describe, expect, it } from 'vitest';
import { RecordSplitter } from '../../src/decode/record-splitter.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** A splitter that counts the bytes it decodes and the characters it parses. */
const splitterOf = (work = { decoded: 0, parsed: 0 }, seen: (parsed: unknown) => void = () => {}) =>
  new RecordSplitter<unknown>(
    (bytes) => {
      work.decoded += bytes.length;
      return utf8.decode(bytes);
    },
    (text, returned) => {
      work.parsed += text.length;
      const parsed = JSON.parse(text) as unknown[] | { value: unknown[] };
      seen(parsed);
      return (Array.isArray(parsed) ? parsed : parsed.value).slice(returned);
    },
  );
const push = (splitter: RecordSplitter<unknown>, bytes: Uint8Array): unknown[] => [...splitter.push(bytes)].flat();
const split = (text: string, cuts: readonly number[]) => {
  const work = { decoded: 0, parsed: 0 };
  let rest: unknown;
  const splitter = splitterOf(work, (parsed) => (rest = parsed));
  const bytes = new TextEncoder().encode(text);
  const records: unknown[] = [];
  let at = 0;
  for (const cut of [...cuts, bytes.length]) {
    records.push(...push(splitter, bytes.subarray(at, Math.max(at, cut))));
    at = Math.max(at, cut);
  }
  return { work, early: records.length, all: [...records, ...splitter.end()], rest };
};
describe('a collection that arrives in chunks', () => {
  it.each([1, 10, 1000])('parses each record once or twice, in parts of %d bytes', (size) => {
    const records = Array.from({ length: 500 }, (_, id) => ({ id, parts: [{ a: 1 }, { b: '},{' }] }));
    const text = JSON.stringify(records);
    const { early, all, work } = split(
      text,
      Array.from({ length: text.length / size }, (_, index) => index * size),
    );
    expect(early).toBe(500);
    expect(all).toEqual(records);
    expect(Math.max(work.decoded, work.parsed)).toBeLessThan(2.5 * text.length);
  });
  it('reads a record of many chunks with work in proportion to its length', () => {
    const text = JSON.stringify([{ a: '},{'.repeat(1_500_000) }, { b: 1 }]);
    const { all, work } = split(
      text,
      Array.from({ length: 450 }, (_, index) => index * 10_000),
    );
    expect(all).toHaveLength(2);
    expect(Math.max(work.decoded, work.parsed)).toBeLessThan(3 * text.length);
  });
  it('says how many bytes it holds, and when a beginning is too long to wait for records', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const splitter = splitterOf();
    expect([splitter.pending, splitter.isLost]).toEqual([0, false]);
    push(splitter, bytes('{"a":1,'));
    expect([splitter.pending, splitter.isLost]).toEqual([7, false]);
    push(splitter, bytes(' '.repeat(64 * 1024 - 7)));
    expect([splitter.pending, splitter.isLost]).toEqual([65_536, false]);
    push(splitter, bytes(' '));
    expect([splitter.pending, splitter.isLost]).toEqual([65_537, true]);
    push(splitter, bytes('"c":1,"value":[{"b":1}'));
    expect(splitter.isLost).toBe(false);
    const list = splitterOf();
    push(list, bytes(`[{"a":"${'x'.repeat(70_000)}`));
    expect(list.isLost).toBe(false);
  });
  it('keeps the members that follow the records', () => {
    const { rest } = split('{"value":[{"a":1},{"b":2}],"@odata.count":2}', [12, 20, 28]);
    expect(rest).toMatchObject({ '@odata.count': 2 });
  });
  it.each([
    '[{"a":1},,{"b":2}]',
    '[,{"a":1}]',
    '[{"a":1},]',
    '[{"a":1}{"b":2}]',
    '[{"a":1}',
    '[{"a":1}]]',
    '{"value":[{"a":1}]',
    '{"value":[{"a":1}}',
    '[{"a":1},{"b":2}]x',
  ])('does not accept %s as JSON', (text) => {
    for (let cut = 0; cut < text.length; cut += 1) expect(() => split(text, [cut, cut + 3])).toThrow(SyntaxError);
  });
  it.each([
    '\uFEFF[{"a":1},{"b":2}]',
    ' \n[{"a":1},{"b":2}]',
    '\uFEFF {"x":"ü[","value" :\n[{"a":1},{"b":2}]}',
    '{"a":[],"b":{"value":[]},"c":[{"value":[0]}],"value":[{"a":1},{"b":2}]}',
  ])('finds the records in %s, wherever it is cut', (text) => {
    const { length } = new TextEncoder().encode(text);
    for (let cut = 0; cut < length; cut += 1)
      expect(split(text, [cut, length - 2])).toMatchObject({ early: 2, all: [{ a: 1 }, { b: 2 }] });
  });
  it.each([
    '}[{"a":1},{"b":2}]',
    'x[{"a":1},{"b":2}]',
    '[\uFEFF{"a":1},{"b":2}]',
    '{"a":1}{"value":[{"a":1},{"b":2}]}',
    '"value":[{"a":1},{"b":2}]',
  ])('returns nothing for %s, which is not JSON before the records begin', (text) => {
    const splitter = splitterOf();
    expect(() => {
      expect(push(splitter, new TextEncoder().encode(text))).toEqual([]);
      splitter.end();
    }).toThrow(SyntaxError);
  });
  it('passes on the reader’s error about a text that was cut in the right place', () => {
    const splitter = new RecordSplitter(
      (bytes) => utf8.decode(bytes),
      () => {
        throw new RangeError('undecodable');
      },
    );
    expect(() => push(splitter, new TextEncoder().encode('[{"a":1},{"b":2}]'))).toThrow(RangeError);
  });
  it('looks for the head with work in proportion to its length', () => {
    const text = `{"a":[${'{"value":[0]},'.repeat(4500)}0],"value":[{"a":1},{"b":2}]}`;
    const { all, work } = split(
      text,
      Array.from({ length: text.length }, (_, index) => index),
    );
    expect(all).toEqual([{ a: 1 }, { b: 2 }]);
    expect(Math.max(work.decoded, work.parsed)).toBeLessThan(3 * text.length);
  });
  it('reports when no collection can begin anymore', () => {
    const splitter = splitterOf();
    push(splitter, new Uint8Array(70_000).fill(32));
    expect(splitter.isLost).toBe(true);
  });
});
