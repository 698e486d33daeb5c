import fc from 'fast-check';
import { createEvaluator, decimal, type Expression, parseFilter, rawFilter } from '@syncline/odata';
import { describe, expect, test } from 'vitest';
import { createFilterCheck } from '../../src/verify/filter-check.ts';
import { createOrderCheck } from '../../src/verify/verify-reads.ts';
import type { Collation } from '../../src/verify/text-rules.ts';

const day = '2026-03-02T00:00:00Z';

describe('whether a record may match a filter', () => {
  test.each<[filter: string, record: object, mayMatch: boolean, collation?: Collation]>([
    // Numbers, booleans and instants are compared exactly.
    ['rows gt 5', { rows: 6 }, true],
    ['rows gt 5', { rows: 5 }, false],
    ['rows gt 5', { rows: 9007199254740993n }, true],
    ['rows gt 9007199254740992', { rows: 9007199254740992n }, false],
    ['rows gt 5', { rows: null }, false],
    ['rows gt 5', {}, false],
    ['done eq true', { done: false }, false],
    ['done ne true', { done: true }, false],
    [`at ge ${day}`, { at: day }, true],
    [`at ge ${day}`, { at: '2026-03-01T23:59:59.999Z' }, false],
    [`at ge ${day}`, { at: '2026-03-02T01:59:59+02:00' }, false],
    ['at lt 2026-03-02', { at: day }, false],
    // A number that reading JSON may have rounded to the literal's is on either side of it.
    ...['eq', 'ne', 'gt', 'ge', 'lt', 'le'].flatMap((operator): [string, object, boolean][] => [
      [`rows ${operator} 9007199254740993`, { rows: 9007199254740992 }, true],
      [`not (rows ${operator} 9007199254740993)`, { rows: 9007199254740992 }, true],
      [`rows ${operator} 0.1`, { rows: 0.1 }, true],
      [`not (rows ${operator} 0.1)`, { rows: 0.1 }, true],
      [`rows ${operator} 5.00000000000000001`, { rows: 5 }, true],
      [`not (rows ${operator} 5.00000000000000001)`, { rows: 5 }, true],
    ]),
    ['rows gt 9007199254740993', { rows: 9007199254740990 }, false],
    ['rows lt 9007199254740993', { rows: 9007199254740994 }, false],
    ['rows eq 9007199254740993', { rows: 9007199254740992n }, false],
    ['rows lt 5', { rows: 1e300 }, false],
    ['rows gt 0.1', { rows: 0.09 }, false],
    ['not (rows gt 0.1)', { rows: 0.2 }, false],
    ['rows gt 5.0', { rows: 5 }, false],
    // A value that cannot be compared with certainty may match.
    ['rows gt 5', { rows: '4' }, true],
    ['done eq true', { done: 'FALSE' }, true],
    [`at ge ${day}`, { at: '2020-01-01T00:00:00' }, true],
    [`at ge ${day}`, { at: '2026-02-30' }, true],
    [`at ge ${day}`, { at: 'yesterday' }, true],
    // One condition that can be judged is enough to decide an `and`. An `or` needs all of them.
    ["name eq 'a' and rows gt 5", { name: 'b', rows: 6 }, true],
    ["name eq 'a' and rows gt 5", { name: 'a', rows: 5 }, false],
    ['rows gt 5 or done eq true', { rows: 5, done: false }, false],
    ['not (rows gt 5)', { rows: 6 }, false],
    ['not (rows gt 5 and done eq true)', { rows: 6, done: true }, false],
    ['not (rows gt 5 and done eq true)', { rows: 6, done: false }, true],
    ['not (rows gt 5 or done eq true)', { rows: 1, done: true }, false],
    // Texts are compared with a collation.
    ["name eq 'a'", { name: 'A' }, false, 'exact'],
    ["name eq 'a'", { name: 'A' }, true, 'ignoreCase'],
    ["name eq 'É'", { name: 'é' }, true, 'ignoreCase'],
    ["name eq 'a'", { name: 'b' }, false, 'ignoreCase'],
    ["name eq 'a'", { name: 7 }, true, 'exact'],
    ["contains(name,'ail')", { name: 'FAILED' }, false, 'exact'],
    ["contains(name,'ail')", { name: 'FAILED' }, true, 'ignoreCase'],
    ["not (contains(name,'ail'))", { name: 'FAILED' }, false, 'ignoreCase'],
    ["contains(name,'x')", { name: null }, false, 'exact'],
    // GUIDs are equal regardless of case. Services order them in different ways.
    ['id eq 01234567-89ab-cdef-0123-456789abcdef', { id: '01234567-89AB-CDEF-0123-456789ABCDEF' }, true],
    ['id eq 01234567-89ab-cdef-0123-456789abcdef', { id: '11234567-89AB-CDEF-0123-456789ABCDEF' }, false],
  ])('%s of %o: %s', (filter, record, mayMatch, collation) => {
    expect(createFilterCheck(parseFilter(filter), collation)?.(record)).toBe(mayMatch);
  });

  test.each<[string, Collation?]>([
    ["name eq 'a'"],
    ["contains(name,'a')"],
    ["rows gt 5 or name eq 'a'"],
    ["not (rows gt 5 and name eq 'a')"],
    ['name eq null', 'exact'],
    ['name ne null', 'ignoreCase'],
    ['id gt 01234567-89ab-cdef-0123-456789abcdef', 'exact'],
  ])('nothing of %s can be judged', (filter, collation) => {
    expect(createFilterCheck(parseFilter(filter), collation)).toBeUndefined();
  });

  const names = ['a', 'b', 'c'];
  const literal = fc.oneof(
    fc.integer({ min: -3, max: 3 }).map(String),
    fc.constantFrom("'x'", "'X'", "''", 'true', 'false', 'null', '1.5', '2026-03-02', day),
  );
  const leaf = fc.oneof(
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'), literal)
      .filter(([, operator, right]) => !['true', 'false'].includes(right) || operator === 'eq' || operator === 'ne')
      .map((parts) => parts.join(' ')),
    fc.constantFrom(...names).map((name) => `contains(${name},'x')`),
  );
  const { filter: anyFilter } = fc.letrec<{ filter: string }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      leaf,
      tie('filter').map((one) => `not (${one})`),
      fc.tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter')).map(([a, op, b]) => `(${a}) ${op} (${b})`),
    ),
  }));
  const value = fc.constantFrom(
    0,
    1,
    -2,
    1.5,
    2n,
    'x',
    'X',
    'axb',
    '',
    '1',
    true,
    false,
    null,
    day,
    '2026-03-02T00:00',
  );
  const record = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true });
  const collation = fc.constantFrom<Collation | undefined>('exact', 'ignoreCase', undefined);

  test('a record that matches is never refused, whatever the filter is', () => {
    let refused = 0;
    fc.assert(
      fc.property(anyFilter, record, collation, (text, each, rule) => {
        const check = createFilterCheck(parseFilter(text), rule === 'ignoreCase' ? 'exact' : rule);
        const matches = createEvaluator(rawFilter(text))(each) === true;
        if (check?.(each) === false) {
          refused += 1;
          expect(matches).toBe(false);
        }
      }),
      { numRuns: 3_000, seed: 4 },
    );
    expect(refused, 'the check refuses something').toBeGreaterThan(300);
  });

  test('a number that was rounded on its way is never refused', () => {
    const spacing = fc.constantFrom(-2, -1, 0, 1, 2);
    const sent = fc.oneof(
      fc
        .tuple(fc.constantFrom(2n ** 53n, 2n ** 60n, -(2n ** 53n), 7n), spacing)
        .map(([n, by]) => String(n + BigInt(by))),
      fc
        .tuple(fc.constantFrom('0.1', '1.5', '-3.25'), fc.constantFrom('', '00000000000000000001', '4', '0'))
        .map(String),
    );
    const text = sent.map((parts) => parts.replace(',', ''));
    const operator = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le');
    let refused = 0;
    fc.assert(
      fc.property(text, text, operator, fc.boolean(), (value, literal, each, isNegated) => {
        const condition = `a ${each} ${literal}`;
        const expression = parseFilter(isNegated ? `not (${condition})` : condition);
        const check = createFilterCheck(expression, undefined)!;
        if (check({ a: Number(value) })) return;
        refused += 1;
        expect(createEvaluator(expression)({ a: decimal(value) })).toBe(false);
      }),
      { numRuns: 3_000, seed: 4 },
    );
    expect(refused, 'the check refuses something').toBeGreaterThan(300);
  });

  test('a filter of numbers, booleans and instants is judged exactly as the evaluator does', () => {
    const numbers = fc.record({ a: fc.constantFrom(0, 1, 2n, null), b: fc.boolean(), c: fc.constantFrom(day, null) });
    const exact = fc.constantFrom('a gt 0', 'a eq 1', 'a ne 2', 'b eq true', `c ge ${day}`, 'c lt 2026-03-02');
    const { filter: exactFilter } = fc.letrec<{ filter: string }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 4 },
        exact,
        tie('filter').map((one) => `not (${one})`),
        fc.tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter')).map(([a, op, b]) => `(${a}) ${op} (${b})`),
      ),
    }));
    fc.assert(
      fc.property(exactFilter, numbers, (text, each) => {
        const expression: Expression = parseFilter(text);
        expect(createFilterCheck(expression, undefined)?.(each)).toBe(createEvaluator(expression)(each) === true);
      }),
      { numRuns: 1_000, seed: 4 },
    );
  });
});

describe('whether records are in order', () => {
  test.each<[orderBy: string | string[], records: object[], firstWrong: number, collation?: Collation]>([
    ['a', [{ a: 1 }, { a: 1 }, { a: 2n }], -1],
    ['a', [{ a: 1 }, { a: 3 }, { a: 2 }], 2],
    ['a desc', [{ a: 3 }, { a: 2 }, { a: 5 }], 2],
    ['a', [{ a: '2026-03-02T01:00:00+02:00' }, { a: '2026-03-01T23:30:00Z' }], -1],
    ['a', [{ a: day }, { a: '2026-03-01T23:30:00Z' }], 1],
    // A text may look like an instant.
    ['a', [{ a: '2026-03-01T23:30:00Z' }, { a: '2026-03-02T01:00:00+02:00' }], -1],
    ['a', [{ a: '2026-03-01T23:30:00Z' }, { a: '2026-03-02T01:00:00+02:00' }], -1, 'exact'],
    ['a', [{ a: '2026-03-01T23:30:00.5Z' }, { a: '2026-03-01T23:30:00Z' }], -1],
    ['a desc', [{ a: '2026-03-02T01:00:00+02:00' }, { a: '2026-03-01T23:30:00Z' }], -1],
    ['a desc', [{ a: '2026-03-01T23:30:00Z' }, { a: day }], 1],
    [
      ['a', 'b'],
      [
        { a: '2026-03-02T00:00:00+00:00', b: 2 },
        { a: '2026-03-02T00:00:00Z', b: 1 },
      ],
      -1,
    ],
    ['a', [{ a: false }, { a: true }, { a: false }], 2],
    // Numbers that rounding may have made equal say nothing, also about the next property.
    [
      ['a', 'b'],
      [
        { a: 9007199254740992, b: 2 },
        { a: 9007199254740992, b: 1 },
      ],
      -1,
    ],
    [
      ['a', 'b'],
      [
        { a: 0.1, b: 2 },
        { a: 0.1, b: 1 },
      ],
      -1,
    ],
    ['a', [{ a: 9007199254740993n }, { a: 9007199254740992 }], -1],
    ['a', [{ a: 9007199254740994 }, { a: 9007199254740992 }], 1],
    ['a', [{ a: 0.2 }, { a: 0.1 }], 1],
    // Null may come first or last, and does not hide wrong order around it.
    ['a', [{ a: null }, { a: 1 }, {}, { a: 2 }, { a: null }], -1],
    ['a', [{ a: 2 }, { a: null }, { a: 1 }], 2],
    // If values are equal, the next property decides.
    [
      ['a', 'b desc'],
      [
        { a: 1, b: 2 },
        { a: 1, b: 1 },
        { a: 2, b: 9 },
      ],
      -1,
    ],
    [
      ['a', 'b desc'],
      [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ],
      1,
    ],
    [
      ['t', 'b'],
      [
        { t: 'x', b: 2 },
        { t: 'x', b: 1 },
      ],
      1,
    ],
    [
      ['t', 'b'],
      [
        { t: 'x', b: 2 },
        { t: 'y', b: 1 },
      ],
      -1,
    ],
    // Texts need a collation. Values of two types are not compared.
    ['t', [{ t: 'b' }, { t: 'a' }], -1],
    ['t', [{ t: 'b' }, { t: 'a' }], 1, 'exact'],
    ['t', [{ t: 'B' }, { t: 'a' }], -1, 'exact'],
    ['t', [{ t: 'B' }, { t: 'a' }], 1, 'ignoreCase'],
    ['t', [{ t: 'a' }, { t: 1 }, { t: true }, { t: day }, { t: 'a' }], -1, 'exact'],
  ])('%j of %o', (orderBy, records, firstWrong, collation) => {
    const check = createOrderCheck(orderBy, collation);
    expect(records.findIndex((record) => !check(record))).toBe(firstWrong);
  });

  test('the order of a property that is certain to be a date is exact', () => {
    const isInOrder = (...texts: string[]) => {
      const check = createOrderCheck('a', undefined, new Set(['a']));
      return texts.every((a) => check({ a }));
    };
    expect(isInOrder('2026-03-02T01:00:00+02:00', '2026-03-01T23:30:00Z')).toBe(true);
    expect(isInOrder('2026-03-01T23:30:00Z', '2026-03-02T01:00:00+02:00')).toBe(false);
    expect(isInOrder('2026-03-01T23:30:00.5Z', '2026-03-01T23:30:00Z')).toBe(false);
  });
});
