import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/tracker/to-stored-run.ts';
import { stableHash } from '../../src/tracker/tracker-event.ts';

test.each([
  ['', '39791b66c80fd866b352101e2392f9b9'],
  ['a', 'a90e924b05eeaebeedf5af66642781cf'],
  ['["0-1","abc"]', '296bfdaaef68c211890185aac22e988d'],
  ['Zürich 🌊', 'ef45024eed591d3aa232a85e03b658cf'],
])('the hash of %j never changes', (text, hash) => {
  expect(stableHash(text)).toBe(hash);
});

test('a hash distinguishes similar texts, also with half of its digits', () => {
  const [firsts, lasts] = [new Set<string>(), new Set<string>()];
  const count = 40_000;
  for (let n = 0; n < count; n += 1)
    for (const text of [`["0-${n}","x"]`, `{"rows":${n}}`]) {
      const hash = stableHash(text);
      firsts.add(hash.slice(0, 16));
      lasts.add(hash.slice(16));
    }
  expect([firsts.size, lasts.size]).toEqual([2 * count, 2 * count]);
});

test.each<[unknown, string]>([
  [{ b: 1, a: [2, { d: null, c: 'x' }] }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
  [{ big: 9_007_199_254_740_993n, gone: undefined, not: Number.NaN }, '{"big":9007199254740993,"not":null}'],
  [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  [[undefined, 'é"\u2028'], `[null,${JSON.stringify('é"\u2028')}]`],
  [undefined, 'null'],
  [{ b: 1, 10: 2, 9: 3 }, '{"10":2,"9":3,"b":1}'],
  [JSON.parse('{"b":1,"__proto__":2}'), '{"__proto__":2,"b":1}'],
  [{ b: () => 1, a: 1 }, '{"a":1,"b":null}'],
])('%o is written as %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('the order of the properties never changes the output, whatever was printed before', () => {
  const name = fc.oneof(fc.constantFrom('a', 'b', '1', '10', '__proto__', 'é'), fc.string());
  const member = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue());
  const written = (entries: readonly (readonly [string, unknown])[]): string =>
    canonicalJson(JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)}}`));
  const record = fc.uniqueArray(fc.tuple(name, member), { selector: ([key]) => key, maxLength: 8 });
  fc.assert(
    fc.property(record, fc.infiniteStream(fc.nat()), (entries, order) => {
      const given = written(entries);
      const others = entries.map((entry) => [order.next().value ?? 0, entry] as const).sort(([a], [b]) => a - b);
      expect(written(others.map(([, entry]) => entry))).toBe(given);
      // With a nested record, `canonicalJson` writes the members one by one. This shows that it does not change them.
      const slow = canonicalJson({ nested: {}, ...JSON.parse(given) });
      expect(JSON.parse(slow)).toEqual({ nested: {}, ...JSON.parse(given) });
    }),
    { numRuns: 500 },
  );
});

test('a record nested too deeply is cut, not an error', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = level % 2 ? [deep] : { deep };
  expect(canonicalJson(deep)).toContain('"nested too deeply"');
});
