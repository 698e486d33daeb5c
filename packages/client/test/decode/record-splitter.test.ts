import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordSplitter } from '../../src/decode/record-splitter.ts';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
/** V8 frees the memory of buffers in another thread. A second collection waits until the first has freed it. */
const collect = (): void => {
  gc();
  gc();
};
const mebibyte = 1024 * 1024;

const splitterOf = () =>
  new RecordSplitter<unknown>(
    (bytes) => new TextDecoder().decode(bytes),
    (list) => JSON.parse(list) as unknown[],
  );
const toBytes = (text: string) => new TextEncoder().encode(text);

test('a splitter does not see what the one before it has left in their buffer', () => {
  const split = (...texts: readonly string[]): unknown => {
    const splitter = splitterOf();
    const early = texts.flatMap((text) => splitter.push(toBytes(text)) ?? []);
    return [early, splitter.end()];
  };
  const text = '{"value"  :  [{"id":1},{"id":2}]}';
  for (let cut = 1; cut < text.indexOf('['); cut += 1) {
    split('['.repeat(text.length));
    expect(split(text.slice(0, cut), text.slice(cut))).toEqual([[{ id: 1 }], '{"value"  :  [{"id":2}]}']);
  }
});

test.skipIf(Object.isFrozen(Uint8Array.prototype)).each([
  ['white space', ' ', ''],
  ['a long text', 'x', '{"a":"'],
])('%s before the records is searched once, however many parts it has', (_, letter, start) => {
  const part = toBytes(letter.repeat(1000));
  const parts = 200;
  const watched = Object.getPrototypeOf(part) as Partial<Pick<Uint8Array, 'indexOf'>>;
  const { indexOf } = part;
  let searched = 0;
  watched.indexOf = function (this: Uint8Array, value: number, from = 0) {
    const found = indexOf.call(this, value, from);
    searched += (found < 0 ? this.length : found) - from;
    return found;
  };
  try {
    const splitter = splitterOf();
    splitter.push(toBytes(start));
    for (let count = 0; count < parts; count += 1) splitter.push(part);
  } finally {
    delete watched.indexOf;
  }
  expect(searched).toBeGreaterThanOrEqual(parts * 1000);
  expect(searched).toBeLessThan(parts * 1000 + 100);
});

test('splitters that are in use at the same time have buffers of their own, however their calls alternate', () => {
  const collection = fc.record({ name: fc.string(), length: fc.nat(8) });
  fc.assert(
    fc.property(fc.array(collection, { maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 60 }), (all, turns) => {
      const reads = all.map(({ name, length }) => ({
        splitter: undefined as RecordSplitter<unknown> | undefined,
        left: [...JSON.stringify(Array.from({ length }, (_, id) => ({ id, name })))],
        records: [] as unknown[],
      }));
      const step = (read: (typeof reads)[number] | undefined): void => {
        if (read === undefined || (read.splitter !== undefined && read.left.length === 0)) return;
        const splitter = (read.splitter ??= splitterOf());
        read.records.push(...(splitter.push(toBytes(read.left.splice(0, 9).join(''))) ?? []));
        if (read.left.length === 0) read.records.push(...(JSON.parse(splitter.end()) as unknown[]));
      };
      for (const turn of turns) step(reads[turn]);
      for (const read of reads) while (read.left.length > 0) step(read);
      expect(reads.map(({ records }) => records)).toEqual(
        all.map(({ name, length }) => Array.from({ length }, (_, id) => ({ id, name }))),
      );
    }),
  );
});

test('the buffer of a huge record is given back, and the records after it are whole', () => {
  const toText = new TextDecoder();
  const splitter = new RecordSplitter<{ id: number }>(
    (bytes) => toText.decode(bytes),
    (list) => JSON.parse(list) as { id: number }[],
  );
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const ids: number[] = [];
  const push = (text: string): void => {
    for (const { id } of splitter.push(toBytes(text)) ?? []) ids.push(id);
  };
  push('[{"id":1,"text":"');
  for (let piece = 0; piece < 16; piece += 1) push('x'.repeat(mebibyte));
  push('"},{"id":2},{"id":3');
  collect();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * mebibyte);
  push('},{"id":4}');
  expect(ids).toEqual([1, 2, 3]);
  expect(splitter.end()).toBe('[{"id":4}');
});
