import fc from 'fast-check';
import * as make from '../../src/nodes/make.ts';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type Expression,
  type Literal,
  type Property,
  type StringLiteral,
  comparisonOperators,
  filter,
  functionNames,
  isODataSyntaxError,
  keyPredicate,
  odata,
  parseFilter,
  parseKeyPredicate,
  parseOrderBy,
  parseSelect,
  printFilter,
  printOrderBy,
  printSelect,
} from '../../src/index.ts';
import { isPropertyName } from '../../src/nodes/property-name.ts';
import { canonicalDecimal } from '../../src/nodes/literal-forms.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const runs = { seed, numRuns: 10_000 };
afterAll(() => console.log(`fast-check seed ${seed} (SEED=${seed} repeats this run)`));

const names = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_#]{0,12}$/),
    fc.constantFrom('Label#', 'größe', 'and', 'eq', 'contains', 'nothing', 'a', '名前'),
  )
  .filter(isPropertyName);
const property: fc.Arbitrary<Property> = names.map(make.property);
/** Strings made of parts of a filter. If a quote were not escaped correctly, the meaning would change. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "'",
        "''",
        ' or ',
        ' and ',
        ' eq ',
        'not ',
        '(',
        ')',
        ',',
        '%27',
        '\\',
        '\u0000',
        '\n',
        'true',
        '&',
        '#',
        '/',
        '+',
      ),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const string: fc.Arbitrary<StringLiteral> = hostile.map(make.string);
const day = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const instant = fc
  .tuple(
    day,
    fc.integer({ min: 0, max: 86_399 }),
    fc.constantFrom('Z', '+02:00', '-11:30'),
    fc.constantFrom('', '.5', '.123456789012'),
  )
  .map(
    ([date, second, offset, fraction]) =>
      `${date}T${new Date(second * 1000).toISOString().slice(11, 19)}${fraction}${offset}`,
  );
const literal: fc.Arbitrary<Literal> = fc.oneof(
  string,
  fc.bigInt().map(make.integer),
  fc
    .tuple(fc.bigInt(), fc.nat())
    .map(([whole, fraction]) => make.decimal(canonicalDecimal(`${whole}.${fraction}`) as string)),
  fc.constantFrom(make.trueLiteral, make.falseLiteral, make.nullLiteral),
  day.map(make.date),
  instant.map(make.dateTimeOffset),
  fc.uuid().map(make.guid),
);
const boolean = fc.constantFrom(make.trueLiteral, make.falseLiteral);
const leaf: fc.Arbitrary<Expression> = fc.oneof(
  boolean,
  fc
    .tuple(property, fc.constantFrom(...comparisonOperators), literal)
    .map(([left, operator, right]) => make.comparison(left, operator, right)),
  fc
    .tuple(boolean, fc.constantFrom(...comparisonOperators), boolean)
    .map(([left, operator, right]) => make.comparison(left, operator, right)),
  fc.tuple(fc.constantFrom(...functionNames), property, string).map(([name, of, text]) => make.call(name, of, text)),
);
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    leaf,
    tie('expression').map(make.not),
    fc.array(tie('expression'), { minLength: 2, maxLength: 4 }).map(make.and),
    fc.array(tie('expression'), { minLength: 2, maxLength: 4 }).map(make.or),
  ),
}));
const large = { maxLength: Infinity, maxNodes: Infinity };
/** Texts that look almost like filters. */
const nearly = fc
  .array(
    fc.constantFrom(
      'a',
      'eq',
      'ne',
      'and',
      'or',
      'not',
      '(',
      ')',
      ' ',
      ' ',
      "'x'",
      '1',
      '-2.5e3',
      'null',
      'true',
      'contains(',
      ',',
      '2024-02-29',
      '2024-02-29T12:00Z',
      "'",
      '/',
      '$it',
      'in',
      'any(',
      '\t',
      '\ud800',
      'ö',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

describe(`over 10,000 cases each, seed ${seed}`, { timeout: 120_000 }, () => {
  test('parse(print(e)) = e', () => {
    fc.assert(
      fc.property(expression, (one) => {
        expect(parseFilter(printFilter(one), large)).toEqual(one);
      }),
      runs,
    );
  });

  test('print(parse(t)) is stable, and t is parsed or refused with an offset inside it', () => {
    let parsed = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          nearly,
          fc.tuple(nearly, expression.map(printFilter)).map(([before, after]) => before + after),
        ),
        (text) => {
          let first: Expression;
          try {
            first = parseFilter(text, large);
          } catch (error) {
            if (!isODataSyntaxError(error)) throw error;
            expect(error.offset).toBeGreaterThanOrEqual(0);
            expect(error.offset).toBeLessThanOrEqual(text.length);
            expect(error.excerpt.split('\n')).toHaveLength(2);
            return;
          }
          parsed++;
          const printed = printFilter(first);
          expect(printFilter(parseFilter(printed, large))).toBe(printed);
        },
      ),
      runs,
    );
    expect(parsed).toBeGreaterThan(100);
  });

  test('a value never escapes its literal, by builder or by template', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const expected = {
          kind: 'comparison',
          operator: 'eq',
          left: { kind: 'property', name: 'a' },
          right: { kind: 'literal', type: 'string', value: text },
        };
        expect(parseFilter(String(filter((h) => h.field('a').eq(text))), large)).toEqual(expected);
        expect(odata`a eq ${text}`.expression).toEqual(expected);
        expect(parseFilter(String(odata`not ${odata`contains(a,${text})`} or b eq 1`), large)).toMatchObject({
          kind: 'or',
          operands: [{ operand: { value: { value: text } } }, {}],
        });
      }),
      runs,
    );
  });

  test('a value in quotes is refused, whatever it contains', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, two) => {
        expect(() => odata`a eq '${one}'`).toThrow(expect.objectContaining({ name: 'ODataSyntaxError' }));
        expect(() => odata`a eq '${one}' and b eq '${two}'`).toThrow(
          expect.objectContaining({ name: 'ODataSyntaxError' }),
        );
      }),
      runs,
    );
  });

  test('a number is printed without exponent, and is the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = String(filter((h) => h.field('a').eq(number))).slice('a eq '.length);
        expect(text).toMatch(/^-?\d+(?:\.\d+)?$/);
        expect(Number(text)).toBe(number === 0 ? 0 : number);
      }),
      runs,
    );
  });

  test('a key is read back from its predicate, also with percent-encoded parentheses and quotes', () => {
    fc.assert(
      fc.property(
        hostile.filter((key) => key !== ''),
        (key) => {
          const segment = `jobs${keyPredicate(key)}`;
          expect(segment).toMatch(/^jobs\('[\w.~!*()%-]+'\)$/);
          expect(parseKeyPredicate(segment, 'jobs')).toBe(key);
          expect(parseKeyPredicate(segment.replace("('", '%28%27').replace(/'\)$/, '%27%29'), 'jobs')).toBe(key);
        },
      ),
      runs,
    );
  });

  test('selections and orders are read back', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(names, { minLength: 1, maxLength: 6 }),
        fc.array(fc.constantFrom('asc' as const, 'desc' as const), { minLength: 6, maxLength: 6 }),
        (list, directions) => {
          expect(parseSelect(printSelect(list))).toEqual(list);
          const order = list.map((name, at) => ({ property: name, direction: directions[at] as 'asc' | 'desc' }));
          expect(parseOrderBy(printOrderBy(order))).toEqual(order);
          expect(parseOrderBy(printOrderBy(order.map((item) => `${item.property} ${item.direction}`)))).toEqual(order);
        },
      ),
      runs,
    );
  });
});
