import { compareBy, evaluate, functionNames, parseFilter, parseOrderBy } from '@syncline/odata';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSandbox, readData } from '../../src/index.ts';
import { parseExact } from '../../src/data/number-text.ts';
import { headersFor } from '../support/sandbox.ts';

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const batches = 500;
const filtersPerBatch = 44;
const ordersPerBatch = 5;

const text = fc.constantFrom(
  '',
  'a',
  'b',
  'ab',
  "a'b",
  'B',
  'é',
  '100%',
  '_',
  '"',
  '\\',
  '😀a',
  'a😀',
  '\uffee',
  '2026',
);
const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
const near = fc
  .tuple(
    fc.constantFrom(0n, 2n ** 53n, 2n ** 63n, -(2n ** 63n), 10n ** 18n, 10n ** 30n),
    fc.bigInt({ min: -2n, max: 2n }),
    fc.constantFrom('', '.0', '.5', '.50', '.49999999999999999999', '.1', '.10000000000000000001'),
  )
  .map(([base, step, fraction]) => `${base + step}${fraction}`);
const scientific = fc.constantFrom('1e3', '1000', '1.0e+3', '10e2', '-0', '-0.0', '0e5', '1e-400', '2.5E-3', '0.0025');
/** Numbers as a data file may contain them. Many of them are equal or nearly equal. */
const number = fc.oneof(fc.integer({ min: -3, max: 3 }).map(String), near, scientific, digits);
/** Whole numbers, including those at the limits of exact doubles and of 64-bit integers. */
const whole = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }).map(String),
  fc.bigInt({ min: 2n ** 63n - 3n, max: 2n ** 63n - 1n }).map(String),
);
const milliseconds = fc.integer({ min: 0, max: 4 }).map((n) => new Date(Date.UTC(2026, 0, 1) + n * 500).toISOString());
const instant = fc.oneof(
  milliseconds,
  fc.constantFrom(
    '2026-01-01',
    '2026-01-01T00:00Z',
    '2026-01-01T01:00:00+01:00',
    '2025-12-31T23:30:00-00:30',
    '2026-01-01T00:00:00.5Z',
    '2026-01-01T00:00:00.500000000001Z',
    '2026-01-01t00:00:01z',
    '2024-02-29T23:59:59.999Z',
  ),
);
const notQuite = fc.constantFrom('2026-02-30', '2026-01-01T00:00:00', '2026-01-01T24:00:00Z', 'soon', '2026-01-01 ');
const json = (value: fc.Arbitrary<unknown>): fc.Arbitrary<string> => value.map((one) => JSON.stringify(one));
const boolean = fc.constantFrom('true', 'false');
const orNull = (value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constant('null') });

/** Each property, with its types and its values as JSON. `samples` covers each type. */
const properties = {
  whole: { types: ['number'], value: whole, samples: ['1'] },
  Amount: { types: ['number'], value: number, samples: ['1.5'] },
  words: { types: ['string'], value: json(text), samples: ['"a"'] },
  details: { types: ['string'], value: json(text), samples: ['"a"'] },
  RunEndDate: { types: ['date', 'string'], value: json(milliseconds), samples: ['"2026-01-01T00:00:00.000Z"'] },
  seenAt: { types: ['date', 'string'], value: json(instant), samples: ['"2026-01-01"'] },
  maybeAt: {
    types: ['date', 'string'],
    value: json(fc.oneof(instant, notQuite, text)),
    samples: ['"2026-01-01"', '"a"'],
  },
  runstartdate: { types: ['date'], value: json(instant), samples: ['"2026-01-01"'] },
  flag: { types: ['boolean'], value: boolean, samples: ['true'] },
  mixed: {
    types: ['number', 'string', 'boolean', 'date'],
    value: fc.oneof(number, json(text), boolean, json(instant)),
    samples: ['1', '"a"', 'true', '"2026-01-01"'],
  },
  few: {
    types: ['number', 'string', 'boolean'],
    value: fc.oneof(whole, json(text), boolean),
    samples: ['1', '"a"', 'true'],
  },
} as const;
type Name = keyof typeof properties;
const names = Object.keys(properties) as Name[];

const record = fc
  .record(Object.fromEntries(names.map((name) => [name, orNull(properties[name].value)])), { requiredKeys: [] })
  .map((values) => Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}:${String(value)}`));
const records = fc.array(record, { minLength: 4, maxLength: 30 }).map((list) => {
  const samples = [0, 1, 2, 3].map((at) =>
    names.flatMap((name) => {
      const sample = (properties[name].samples as readonly string[])[at];
      return sample === undefined ? [] : [`${JSON.stringify(name)}:${sample}`];
    }),
  );
  // The samples give every property every type that it is compared with. Some types appear only at the end.
  return [...samples.slice(0, 2), ...list, ...samples.slice(2)].map(
    (members, n) => `{${['"n":' + n, ...members].join(',')}}`,
  );
});

const operator = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le');
const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const literals = {
  number: fc.oneof(number, whole).map((value) => value.replace(/^-0(?!\.)(?=\d)/, '-')),
  string: fc.oneof(text, milliseconds).map(quoted),
  boolean,
  date: instant.map((value) => value.toUpperCase()),
};
const comparison = fc
  .constantFrom(...names)
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...properties[name].types)))
  .chain(([name, type]) =>
    fc.tuple(
      fc.constant(name),
      type === 'boolean' ? fc.constantFrom('eq', 'ne') : operator,
      fc.oneof({ weight: 8, arbitrary: literals[type] }, { weight: 1, arbitrary: fc.constant('null') }),
    ),
  )
  .map((parts) => parts.join(' '));
const call = fc
  .tuple(
    fc.constantFrom(...functionNames),
    fc.constantFrom(...names.filter((name) => (properties[name].types as readonly string[]).includes('string'))),
    literals.string,
  )
  .map(([name, property, value]) => `${name}(${property},${value})`);
const { filter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    comparison,
    call,
    tie('filter').map((inner) => `not (${inner})`),
    fc
      .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
      .map(([a, joint, b]) => `(${a}) ${joint} (${b})`),
  ),
}));
const order = fc
  .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .chain((list) => fc.tuple(...list.map((name) => fc.constantFrom('', ' asc', ' desc').map((end) => name + end))))
  .map((list) => list.join(','));

it(`the SQL agrees with evaluate and compareBy of @syncline/odata, seed ${seed}`, async () => {
  let filters = 0;
  let matches = 0;
  let orders = 0;
  const batch = fc.tuple(
    records,
    fc.array(filter, { minLength: filtersPerBatch, maxLength: filtersPerBatch }),
    fc.array(order, { minLength: ordersPerBatch, maxLength: ordersPerBatch }),
  );
  await fc.assert(
    fc.asyncProperty(batch, async ([texts, someFilters, someOrders]) => {
      const sandbox = createSandbox({ data: readData(`{"history":[${texts.join(',')}]}`), life: false });
      const history = texts.map((one) => parseExact(one) as { n: number });
      const read = async (query: string): Promise<number[]> => {
        const response = await sandbox.fetch(`${sandbox.urls.odata}/history?$select=n&${query}`, {
          headers: headersFor(sandbox, 'odata'),
        });
        const body = await response.text();
        expect(response.status, `${query}: ${body}`).toBe(200);
        return (JSON.parse(body) as { value: { n: number }[] }).value.map(({ n }) => n);
      };
      for (const one of someFilters) {
        const expression = parseFilter(one);
        const expected = history.filter((item) => evaluate(expression, item) === true).map(({ n }) => n);
        const found = await read(`$filter=${encodeURIComponent(one)}&$orderby=n`);
        expect(found, one).toEqual(expected);
        filters++;
        matches += found.length;
      }
      for (const one of someOrders) {
        const compare = compareBy(parseOrderBy(one));
        const found = await read(`$orderby=${encodeURIComponent(one)}`);
        expect([...found].sort((a, b) => a - b)).toEqual(history.map(({ n }) => n));
        for (let at = 1; at < found.length; at++)
          expect(
            compare(history[found[at - 1]!]!, history[found[at]!]!),
            `${one}: ${texts[found[at - 1]!]} before ${texts[found[at]!]}`,
          ).toBeLessThanOrEqual(0);
        orders++;
      }
      await sandbox.close();
    }),
    { numRuns: batches, seed },
  );
  console.log(`${filters} filters (${matches} records matched), ${orders} orderings`);
  expect(filters).toBeGreaterThanOrEqual(20_000);
  expect(matches).toBeGreaterThan(filters);
  expect(orders).toBeGreaterThanOrEqual(2000);
});
