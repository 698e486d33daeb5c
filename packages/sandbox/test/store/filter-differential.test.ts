import { evaluate, functionNames, parseFilter } from '@syncline/odata';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { get, openSandbox } from '../support/sandbox.ts';

const texts = ['', 'a', 'b', 'ab', "a'b", 'B', 'é', '100%', '%', '_', '"', '\\', "' OR 1=1 --", '😀a', 'a😀'];
const text = fc.constantFrom(...texts);
const number = fc.constantFrom(-1, 0, 1, 1.5, 2 ** 53 - 1, 1e300);
const instants = ['2026-01-01T00:00:00.000Z', '2026-01-01T12:00:00.000Z', '2026-02-01T00:00:00.000Z'];
const orNothing = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const records = fc
  .array(
    fc.record(
      {
        runstartdate: orNothing(fc.constantFrom(...instants)),
        connectorid: orNothing(text),
        details: orNothing(text),
        count: orNothing(number),
        flag: orNothing(fc.boolean()),
        mixed: fc.oneof(text, number, fc.boolean(), fc.constant(null)),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 12 },
  )
  .map((list) => [
    ...list,
    // Every property has every type that it is compared with, so that no filter is rejected because of types.
    { connectorid: 'x', details: 'x', count: 0, flag: true, mixed: 'x' },
    { mixed: 1 },
    { mixed: true },
  ]);

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const operator = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le');
const literals = {
  text: text.map(quoted),
  number: number.map((value) =>
    Number.isSafeInteger(value)
      ? String(value)
      : BigInt(Math.trunc(value)) > 2n ** 53n
        ? value.toExponential()
        : String(value),
  ),
  flag: fc.boolean().map(String),
  instant: fc.constantFrom(...instants),
};
const or = (value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant('null') });
const comparison = fc
  .oneof(
    fc.tuple(fc.constantFrom('connectorid', 'details', 'mixed'), operator, or(literals.text)),
    fc.tuple(fc.constantFrom('count', 'mixed'), operator, or(literals.number)),
    fc.tuple(fc.constantFrom('flag', 'mixed'), fc.constantFrom('eq', 'ne'), or(literals.flag)),
    fc.tuple(fc.constant('runstartdate'), operator, or(literals.instant)),
  )
  .map((parts) => parts.join(' '));
const call = fc
  .tuple(fc.constantFrom(...functionNames), fc.constantFrom('connectorid', 'details', 'mixed'), literals.text)
  .map(([name, property, value]) => `${name}(${property},${value})`);
const { filter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    comparison,
    call,
    tie('filter').map((inner) => `not (${inner})`),
    fc
      .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
      .map(([a, joint, b]) => `(${a}) ${joint} (${b})`),
  ),
}));

describe('$filter', () => {
  it('returns exactly the records for which the filter is true with OData’s null logic', async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.array(filter, { minLength: 6, maxLength: 6 }), async (history, filters) => {
        const sandbox = openSandbox({ data: { history } });
        for (const one of filters) {
          const expression = parseFilter(one);
          const { status, body } = await get(sandbox, 'odata', `/history?$filter=${encodeURIComponent(one)}`);
          expect(status, `${one}: ${JSON.stringify(body)}`).toBe(200);
          const expected = history.filter((record) => evaluate(expression, record) === true);
          expect(sorted(body.value), one).toEqual(sorted(expected));
        }
      }),
      { numRuns: Number(process.env.FILTER_RUNS ?? 60) },
    );
  });
});

function sorted(list: readonly object[]): string[] {
  return list.map((record) => JSON.stringify(record)).sort();
}
