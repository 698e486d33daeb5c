import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordSplitter } from '../../src/stream/record-splitter.ts';

const split = (text: string, cuts: readonly number[]) => {
  const splitter = new RecordSplitter();
  const records: unknown[] = [];
  let at = 0;
  for (const cut of [...cuts, text.length]) {
    const batch = splitter.push(text.slice(at, Math.max(at, cut)));
    at = Math.max(at, cut);
    if (batch) {
      expect(JSON.parse(batch.text)).toEqual(batch.records);
      records.push(...batch.records);
    }
  }
  const rest = JSON.parse(splitter.end()) as unknown[] | { value: unknown[] };
  return { early: records.length, all: [...records, ...(Array.isArray(rest) ? rest : rest.value)], rest };
};
const tricky = fc.constantFrom('},{', '],"value":[{', '\\', '"', '}]', '\\"},{\\"', 'ü😀', '{"value":[');
const leaf = fc.oneof(tricky, fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
const record = fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(fc.dictionary(fc.string(), leaf)), fc.dictionary(fc.string(), leaf)));

describe('a collection that arrives in pieces', () => {
  it('gives the records of the whole, however it is cut, in either envelope', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 12 }),
        fc.boolean(),
        fc.constantFrom(undefined, 1, '\t'),
        fc.array(fc.nat(2000), { maxLength: 8 }),
        (records, wrapped, space, cuts) => {
          const text = JSON.stringify(wrapped ? { '@odata.context': '"value":[{', meta: { value: [1] }, value: records, extra: [{}, {}] } : records, null, space);
          const { all } = split(text, cuts.toSorted((a, b) => a - b));
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
    const { early, all } = split(text, Array.from({ length: text.length / 10 }, (_, index) => index * 10));
    expect(early).toBeGreaterThan(40);
    expect(all).toEqual(records);
  });
  it('reads a record of many chunks in linear time', () => {
    const text = JSON.stringify([{ a: '},{'.repeat(1_500_000) }, { b: 1 }]);
    const startedAt = performance.now();
    const { all } = split(text, Array.from({ length: 450 }, (_, index) => index * 10_000));
    expect(all).toHaveLength(2);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
  it('keeps the members that follow the records', () => {
    const { rest } = split('{"value":[{"a":1},{"b":2}],"@odata.count":2}', [12, 20, 28]);
    expect(rest).toMatchObject({ '@odata.count': 2 });
  });
  it.each(['[{"a":1},,{"b":2}]', '[,{"a":1}]', '[{"a":1},]', '[{"a":1}{"b":2}]', '[{"a":1}', '[{"a":1}]]', '{"value":[{"a":1}]', '{"value":[{"a":1}}', '[{"a":1},{"b":2}]x'])(
    'does not take %s for JSON',
    (text) => {
      for (let cut = 0; cut < text.length; cut += 1) expect(() => split(text, [cut, cut + 3])).toThrow(SyntaxError);
    },
  );
  it('says when no collection can begin any more', () => {
    const splitter = new RecordSplitter();
    splitter.push(' '.repeat(70_000));
    expect(splitter.isLost).toBe(true);
  });
});
