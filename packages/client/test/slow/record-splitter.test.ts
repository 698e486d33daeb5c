import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordSplitter } from '../../src/decode/record-splitter.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** A splitter that counts the bytes it decodes and the characters it parses. */
const splitterOf = (work = { decoded: 0, parsed: 0 }) =>
  new RecordSplitter<unknown>(
    (bytes) => {
      work.decoded += bytes.length;
      return utf8.decode(bytes);
    },
    (list) => {
      work.parsed += list.length;
      return JSON.parse(list) as unknown[];
    },
  );
const split = (text: string, cuts: readonly number[]) => {
  const work = { decoded: 0, parsed: 0 };
  const splitter = splitterOf(work);
  const bytes = new TextEncoder().encode(text);
  const records: unknown[] = [];
  let at = 0;
  for (const cut of [...cuts, bytes.length]) {
    records.push(...(splitter.push(bytes.subarray(at, Math.max(at, cut))) ?? []));
    at = Math.max(at, cut);
  }
  const rest = JSON.parse(splitter.end()) as unknown[] | { value: unknown[] };
  return { work, early: records.length, all: [...records, ...(Array.isArray(rest) ? rest : rest.value)], rest };
};
const tricky = fc.constantFrom('},{', '],"value":[{', '\\', '"', '}]', '\\"},{\\"', 'ü😀', '{"value":[');
const leaf = fc.oneof(tricky, fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
const record = fc.dictionary(
  fc.string(),
  fc.oneof(leaf, fc.array(fc.dictionary(fc.string(), leaf)), fc.dictionary(fc.string(), leaf)),
);

describe('a collection that arrives in chunks', () => {
  it('gives all records, however it is cut, in either envelope', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 12 }),
        fc.boolean(),
        fc.constantFrom(undefined, 1, '\t'),
        fc.array(fc.nat(2000), { maxLength: 8 }),
        (records, wrapped, space, cuts) => {
          const text = JSON.stringify(
            wrapped
              ? { '@odata.context': '"value":[{', meta: { value: [1] }, value: records, extra: [{}, {}] }
              : records,
            null,
            space,
          );
          const { all } = split(
            text,
            cuts.toSorted((a, b) => a - b),
          );
          expect(JSON.stringify(all)).toBe(JSON.stringify(records));
        },
      ),
      { numRuns: 500 },
    );
  });
  it('gives records while others are still on their way', () => {
    const records = Array.from({ length: 50 }, (_, id) => ({ id }));
    const { early, all } = split(JSON.stringify(records), [100, 200, 300]);
    expect(early).toBeGreaterThan(20);
    expect(all).toEqual(records);
  });
  it('counts braces after a wrong guess, and still gives records early', () => {
    const records = Array.from({ length: 50 }, (_, id) => ({ id, parts: [{ a: 1 }, { b: '},{' }] }));
    const text = JSON.stringify(records);
    const { early, all } = split(
      text,
      Array.from({ length: text.length / 10 }, (_, index) => index * 10),
    );
    expect(early).toBeGreaterThan(40);
    expect(all).toEqual(records);
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
    splitter.push(bytes('{"a":1,'));
    expect([splitter.pending, splitter.isLost]).toEqual([7, false]);
    splitter.push(bytes(' '.repeat(64 * 1024 - 7)));
    expect([splitter.pending, splitter.isLost]).toEqual([65_536, false]);
    splitter.push(bytes(' '));
    expect([splitter.pending, splitter.isLost]).toEqual([65_537, true]);
    splitter.push(bytes('"c":1,"value":[{"b":1}'));
    expect(splitter.isLost).toBe(false);
    const list = splitterOf();
    list.push(bytes(`[{"a":"${'x'.repeat(70_000)}`));
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
      expect(split(text, [cut, length - 2])).toMatchObject({ early: 1, all: [{ a: 1 }, { b: 2 }] });
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
      expect(splitter.push(new TextEncoder().encode(text))).toBeUndefined();
      JSON.parse(splitter.end());
    }).toThrow(SyntaxError);
  });
  it('passes on the reader’s error about a text that was cut in the right place', () => {
    const splitter = new RecordSplitter(
      (bytes) => utf8.decode(bytes),
      () => {
        throw new RangeError('undecodable');
      },
    );
    expect(() => splitter.push(new TextEncoder().encode('[{"a":1},{"b":2}]'))).toThrow(RangeError);
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
    splitter.push(new Uint8Array(70_000).fill(32));
    expect(splitter.isLost).toBe(true);
  });
});
