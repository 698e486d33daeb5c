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

/** Reads a list, or the list in `value`, without the records that were returned before. */
const listOf = (text: string): unknown[] => {
  const parsed = JSON.parse(text) as unknown[] | { value: unknown[] };
  return Array.isArray(parsed) ? parsed : parsed.value;
};
const splitterOf = () =>
  new RecordSplitter<unknown>(
    (bytes) => new TextDecoder().decode(bytes),
    (text, returned) => listOf(text).slice(returned),
  );
const toBytes = (text: string) => new TextEncoder().encode(text);
const push = (splitter: RecordSplitter<unknown>, text: string | Uint8Array): unknown[] =>
  [...splitter.push(typeof text === 'string' ? toBytes(text) : text)].flat();

/** The text of a collection, the records in it, and the number of bytes up to the end of each. */
const documentOf = (head: string, records: readonly string[], separator: string, tail: string) => {
  const ends = records.map((_, index) => toBytes(head + records.slice(0, index + 1).join(separator)).length);
  return { text: head + records.join(separator) + tail, records: records.map((record) => JSON.parse(record)), ends };
};
/** Splits a document at some places, and expects each record from the part that completes it. */
const expectAtOnce = ({ text, records, ends }: ReturnType<typeof documentOf>, cuts: readonly number[]): void => {
  const splitter = splitterOf();
  const bytes = toBytes(text);
  const found: unknown[] = [];
  let start = 0;
  for (const cut of [...cuts, bytes.length]) {
    found.push(...push(splitter, bytes.subarray(start, cut)));
    start = cut;
    const whole = ends.filter((end) => end <= cut).length;
    if (JSON.stringify(found) !== JSON.stringify(records.slice(0, whole)))
      expect(found, `${text} cut at ${cuts.join()}`).toEqual(records.slice(0, whole));
  }
  expect([...found, ...splitter.end()]).toEqual(records);
};

test.each([
  ['a list', documentOf('[', ['{"a":1}', '{"b":{"c":[{}]}}', '{}', '{"d":"},{"}'], ',', ']')],
  ['a list of empty records', documentOf('[', ['{}', '{}', '{}'], ' ,', ']')],
  ['white space everywhere', documentOf(' [ ', ['{ "a" : 1 }', '{"b":[ { } , { } ]}'], ' \n, ', ' ] ')],
  ['an envelope', documentOf('{"x":["]"],"value":[', ['{"ü":"😀"}', '{"b":"\\"}\\\\"}'], ',', '],"n":[{},{}]}')],
])('%s yields each record with the part that completes it, wherever it is cut', (_, document) => {
  const { length } = toBytes(document.text);
  for (let first = 0; first <= length; first += 1)
    for (let second = first; second <= length; second += 1) expectAtOnce(document, [first, second]);
  expectAtOnce(
    document,
    Array.from({ length }, (_byte, index) => index),
  );
});

test('any collection yields each record with the part that completes it', () => {
  const tricky = fc.constantFrom(
    '},{',
    '}',
    '{',
    '},',
    '],"value":[{',
    '\\',
    '"',
    '}]',
    '\\"},{\\"',
    'ü😀',
    '{"value":[',
  );
  const leaf = fc.oneof(tricky, fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null));
  // Without a quote or a backslash: JSON.parse of Node 24.21 (V8 13.6) takes such a key for another one that it has seen.
  const key = fc.string({ unit: fc.constantFrom(...'ab{}[],:ü'), maxLength: 4 });
  const object = (values: fc.Arbitrary<unknown>) => fc.dictionary(key, values, { maxKeys: 3 });
  const value = fc.oneof(leaf, fc.array(object(leaf), { maxLength: 3 }), object(leaf));
  const space = fc.constantFrom('', ' ', '\r\n\t');
  const record = object(value).map((fields) => JSON.stringify(fields));
  // Longer than the part of a stream in which the splitter looks for the end of a record.
  const long = fc.nat(20_000).map((length) => JSON.stringify({ long: '},{ '.repeat(length / 4) }));
  const records = fc.array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: long }), {
    maxLength: 9,
  });
  const envelope = fc.constantFrom(['[', ']'], ['{"value":[', ']}'], ['{"a":[{}],"value" : [', '],"n":[{},{}] }']);
  fc.assert(
    fc.property(
      records,
      envelope,
      space,
      space,
      fc.infiniteStream(fc.nat(60)),
      (list, [head, tail], before, after, steps) => {
        const document = documentOf(head + before, list, `${before},${after}`, after + tail);
        const { length } = toBytes(document.text);
        const cuts: number[] = [];
        const scale = 1 + Math.floor(length / 2000);
        for (const step of steps) {
          const cut = (cuts.at(-1) ?? 0) + step * scale;
          if (cut > length || cuts.length > 500) break;
          cuts.push(cut);
        }
        expectAtOnce(document, cuts);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  '[{"a":1},]',
  '[{"a":1},,{"b":2}]',
  '[{"a":1}{"b":2}]',
  '[{"a":1}x]',
  '[{"a":1}}',
  '[{"a":1},x',
  '[{"a":1}:{"b":2}]',
  '{"value":[{"a":1},]}',
  '{"value":[{"a":1}}',
])('what follows a record that was yielded is still checked: %s', (text) => {
  const whole = text.indexOf('}') + 1;
  for (let cut = whole; cut < text.length; cut += 1) {
    const splitter = splitterOf();
    expect(push(splitter, text.slice(0, whole))).toEqual([{ a: 1 }]);
    expect(() => [
      ...push(splitter, text.slice(whole, cut)),
      ...push(splitter, text.slice(cut)),
      ...splitter.end(),
    ]).toThrow(SyntaxError);
  }
});

test('a splitter does not see what the one before it has left in their buffer', () => {
  const split = (...texts: readonly string[]): unknown => {
    const splitter = splitterOf();
    return [...texts.map((text) => push(splitter, text)), splitter.end()];
  };
  const text = '{"value"  :  [{"id":1},{"id":2}]}';
  for (let cut = 1; cut < text.indexOf('['); cut += 1) {
    push(splitterOf(), '['.repeat(text.length));
    expect(split(text.slice(0, cut), text.slice(cut))).toEqual([[], [{ id: 1 }, { id: 2 }], []]);
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
    push(splitter, start);
    for (let count = 0; count < parts; count += 1) push(splitter, part);
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
        read.records.push(...push(splitter, read.left.splice(0, 9).join('')));
        if (read.left.length === 0) read.records.push(...splitter.end());
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
  const splitter = splitterOf();
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const found: unknown[] = [];
  const add = (text: string) => void found.push(...push(splitter, text));
  add('[{"id":1,"text":"');
  for (let piece = 0; piece < 16; piece += 1) add('x'.repeat(mebibyte));
  add('"},{"id":2},{"id":3');
  collect();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * mebibyte);
  add('},{"id":4}');
  expect(found.map((record) => (record as { id: number }).id)).toEqual([1, 2, 3, 4]);
  expect(() => splitter.end()).toThrow(SyntaxError);
});
