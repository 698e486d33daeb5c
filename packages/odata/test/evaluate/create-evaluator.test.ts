import { describe, expect, test } from 'vitest';
import { createEvaluator, decimal, evaluate, filter, rawFilter } from '../../src/index.ts';
import type { FunctionName } from '../../src/nodes/nodes.ts';

const rawJson = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);

/** A filter, a record, and the expected result of the filter for the record. */
type Row = readonly [filter: string, record: object, expected: boolean | null];

function check(rows: readonly Row[]): void {
  test.each(rows)('%s of %o is %o', (text, record, expected) => {
    expect(evaluate(rawFilter(text), record)).toBe(expected);
  });
}

describe('a number is compared as a decimal, whatever its type is', () => {
  check([
    ['n eq 9007199254740993', { n: 9007199254740993n }, true],
    ['n eq 9007199254740992', { n: 9007199254740993n }, false],
    ['n gt 9007199254740992', { n: 9007199254740993n }, true],
    ['n eq 9007199254740993', { n: 9007199254740992 }, false],
    ['n lt 9007199254740993', { n: 9007199254740992 }, true],
    ['n eq 0.1', { n: 0.1 }, true],
    ['n eq 0.1000000000000000055511151231257827', { n: 0.1 }, false],
    ['n lt 0.1000000000000000055511151231257827', { n: 0.1 }, true],
    ['n gt 0.09999999999999999999999', { n: 0.1 }, true],
    ['n eq 0.1000000000000000000000000000000001', { n: decimal('0.1000000000000000000000000000000001') }, true],
    ['n gt 0.1000000000000000000000000000000001', { n: decimal('0.1000000000000000000000000000000002') }, true],
    ['n eq 4', { n: 4.0 }, true],
    ['n eq 4.000', { n: 4n }, true],
    ['n eq 4', { n: rawJson('4.000') }, true],
    ['n gt 4', { n: rawJson('4.00000000000000000000000000000001') }, true],
    ['n lt 1', { n: rawJson('1e-500') }, true],
    ['n gt 1', { n: rawJson('1e500') }, true],
    ['n gt 1', { n: rawJson('-1e500') }, false],
    ['n eq -0', { n: 0 }, true],
    ['n eq 0', { n: -0 }, true],
    ['n eq 0', { n: rawJson('-0.000e7') }, true],
    ['n lt -1.5', { n: -1.6 }, true],
    ['n lt -1.5', { n: -1.4 }, false],
    ['n lt -1.5', { n: -2n }, true],
    ['n gt 12', { n: rawJson('1.2e1') }, false],
    ['n ge 12', { n: rawJson('1.2e1') }, true],
    ['n lt 1e400', { n: 1.7976931348623157e308 }, true],
    ['n gt -1e400', { n: -1.7976931348623157e308 }, true],
    ['n eq 1', { n: Number.NaN }, false],
    ['n gt 1', { n: Number.NaN }, false],
  ]);
});

describe('an instant is compared with every digit of its fraction, whatever its spelling', () => {
  check([
    ['t eq 2024-01-01T00:00:00Z', { t: '2024-01-01T00:00:00.000Z' }, true],
    ['t eq 2024-01-01T00:00Z', { t: '2024-01-01t01:30:00+01:30' }, true],
    ['t eq 2024-01-01T00:00Z', { t: '2023-12-31T19:00:00.000000000000000-05:00' }, true],
    ['t gt 2024-01-01T00:00:00.123456789Z', { t: '2024-01-01T00:00:00.1234567891Z' }, true],
    ['t gt 2024-01-01T00:00:00.1234567891Z', { t: '2024-01-01T00:00:00.12345678910000000000000001Z' }, true],
    ['t lt 2024-01-01T00:00:00.5Z', { t: '2024-01-01T00:00:00.49Z' }, true],
    ['t gt 2024-01-01T00:00:00.5Z', { t: '2024-01-01T00:00:00.49Z' }, false],
    ['t eq 2024-02-29', { t: '2024-02-29T00:00:00Z' }, true],
    ['t eq 2024-02-29T00:00Z', { t: '2024-02-29' }, true],
    ['t ge 2024-02-29', { t: '2024-02-28T23:59:59.999Z' }, false],
    ['t lt 1970-01-01', { t: new Date(-1) }, true],
    ['t eq 1969-12-31T23:59:59.999Z', { t: new Date(-1) }, true],
    ['t eq 2024-01-01', { t: new Date('2024-01-01') }, true],
    ['t lt 0000-01-01', { t: '0000-01-01T00:00:00+01:00' }, true],
    ['t gt 9999-12-31T23:59:59Z', { t: '9999-12-31T23:59:59-01:00' }, true],
    ['t eq 2024-01-01T00:00:00Z', { t: '2024-01-01T00:00Z' }, true],
    ['t le 2024-01-01T00:00:00Z', { t: '2024-01-01T00:00Z' }, true],
    ['t lt 9999-12-31T23:59:59-01:00', { t: '2024-01-01T00:00:00Z' }, true],
    ['t gt 0000-01-01T00:00:00+01:00', { t: '2024-01-01T00:00:00Z' }, true],
    ['t gt 2000-01-01', { t: '2024-02-30T00:00:00Z' }, false],
    ['t gt 2000-01-01', { t: '2024-01-01T24:00:00Z' }, false],
    ['t gt 2000-01-01', { t: '2024-01-01T00:00:00' }, false],
    ['t gt 2000-01-01', { t: 'yesterday' }, false],
    ['t gt 2000-01-01', { t: new Date(Number.NaN) }, false],
    ['t eq 2024-01-01T00:00:00.1234Z', { t: new Date('2024-01-01T00:00:00.123Z') }, false],
    ['t gt 2024-01-01T00:00:00.1234Z', { t: new Date('2024-01-01T00:00:00.123Z') }, false],
    ['t lt 2024-01-01T00:00:00.1234Z', { t: new Date('2024-01-01T00:00:00.123Z') }, true],
    ['t gt 2024-01-01T00:00:00.1234Z', { t: new Date('2024-01-01T00:00:00.124Z') }, true],
    ['t eq 2024-01-01T00:00:00.5Z', { t: new Date('2024-01-01T00:00:00.500Z') }, true],
    ['t gt 1969-12-31T23:59:59.0005Z', { t: new Date(-1000) }, false],
    ['t lt 1969-12-31T23:59:59.0005Z', { t: new Date(-1000) }, true],
  ]);

  test.each([
    '2024-1-01',
    '2024-01-1',
    '2024-01-0a',
    '20a4-01-01',
    '2a24-01-01',
    '2024/01/01',
    '2024-00-10',
    '2024-13-10',
    '2024-01-00',
    '2023-02-29',
    '1900-02-29',
    '2024-01-01 ',
    ' 2024-01-01',
    '2024-01-01T',
    '2024-01-01Z',
    '2024-01-01T00Z',
    '2024-01-01T00:00',
    '2024-01-01T0:000Z',
    '2024-01-01 00:00Z',
    '2024-01-01T00.00Z',
    '2024-01-01T00:60Z',
    '2024-01-01T-1:00Z',
    '2024-01-01T00:00:60Z',
    '2024-01-01T00:00:0Z',
    '2024-01-01T00:00:00.Z',
    '2024-01-01T00:00:00,5Z',
    '2024-01-01T00:00:00.5',
    '2024-01-01T00:00:00.5aZ',
    '2024-01-01T00:00:00ZZ',
    '2024-01-01T00:00:00Z ',
    '2024-01-01T00:00:00+24:00',
    '2024-01-01T00:00:00+00:60',
    '2024-01-01T00:00:00+0000',
    '2024-01-01T00:00:00+00',
    '2024-01-01T00:00:00+00:0',
    '2024-01-01T00:00:00+00:000',
    '2024-01-01T00:00:00*00:00',
    '2024-01-01T00:00.5Z',
    '2024-01-01\u0154 00:00Z',
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00.5Z',
    '2024-04-31T00:00:00Z',
    '2024-01-32T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:60.0Z',
    '2024-01-01T00:00:00.Z',
    'yyyy-mm-ddThh:mm:ssZ',
    '~~~~~~~~~~T~~~~~~~~Z',
    '          T        Z',
    '٢٠٢٤-01-01',
    '',
  ])('%j is not an instant', (t) => {
    for (const day of ['0000-01-01', '1900-01-01', '2024-01-01', '9999-12-31'])
      expect(evaluate(rawFilter(`t ge ${day} or t lt ${day} or t eq ${day} or not (t ne ${day})`), { t })).toBe(false);
  });
});

describe('null follows OData', () => {
  check([
    ['a eq null', {}, true],
    ['a eq null', { a: null }, true],
    ['a eq null', { a: undefined }, true],
    ['a eq null', { a: 0 }, false],
    ['a ne null', {}, false],
    ['a ne null', { a: '' }, true],
    ['a ge null', {}, true],
    ['a le null', {}, true],
    ['a gt null', {}, false],
    ['a ge null', { a: 1 }, false],
    ['a eq 1', {}, false],
    ['a ne 1', {}, true],
    ['a gt 1', {}, false],
    ['a le 1', {}, false],
    ['not (a gt 1)', {}, true],
    ["contains(a,'')", {}, null],
    ["not (contains(a,'x'))", {}, null],
    ["contains(a,'x') and b eq 1", { b: 1 }, null],
    ["contains(a,'x') and b eq 1", { b: 2 }, false],
    ["b eq 1 and contains(a,'x')", { b: 2 }, false],
    ["contains(a,'x') or b eq 1", { b: 1 }, true],
    ["contains(a,'x') or b eq 1", { b: 2 }, null],
    ["not (contains(a,'x') or b eq 1)", { b: 2 }, null],
    ['true', {}, true],
    ['false or true', {}, true],
    ['not (false)', {}, true],
  ]);
});

/** Each function, with records for which it is true, false and unknown. A function without rows does not compile. */
const functionRows: Readonly<Record<FunctionName, readonly Row[]>> = {
  startswith: [
    ["startswith(s,'a')", { s: 'ab' }, true],
    ["startswith(s,'b')", { s: 'ab' }, false],
    ["startswith(s,'a')", { s: null }, null],
  ],
  endswith: [
    ["endswith(s,'b')", { s: 'ab' }, true],
    ["endswith(s,'a')", { s: 'ab' }, false],
    ["endswith(s,'b')", { s: null }, null],
  ],
  contains: [
    ["contains(s,'b')", { s: 'abc' }, true],
    ["contains(s,'d')", { s: 'abc' }, false],
    ["contains(s,'b')", { s: null }, null],
  ],
};
describe('each function', () => check(Object.values(functionRows).flat()));

describe('strings, booleans and GUIDs', () => {
  check([
    ["s eq 'a'", { s: 'a' }, true],
    ["s eq 'a'", { s: 'A' }, false],
    ["s gt 'a'", { s: 'b' }, true],
    ["s gt 'a'", { s: 'a' }, false],
    ["s lt 'aa'", { s: 'a' }, true],
    // Texts are ordered by code point. U+1F600 is after U+FF5E, although its first UTF-16 unit is before it.
    ["s gt '\uff5e'", { s: '\u{1f600}' }, true],
    ["s gt '\u{1f600}'", { s: '\u{1f601}' }, true],
    ["startswith(s,'O''N')", { s: "O'Neil" }, true],
    ["endswith(s,'eil')", { s: "O'Neil" }, true],
    ["endswith(s,'')", { s: '' }, true],
    ["contains(s,'neil')", { s: "O'Neil" }, false],
    ['b eq true', { b: true }, true],
    ['b gt false', { b: true }, true],
    ['b lt false', { b: false }, false],
    ['g eq 01234567-89AB-CDEF-0123-456789ABCDEF', { g: '01234567-89ab-cDEF-0123-456789abcdef' }, true],
    ['g gt 01234567-89ab-cdef-0123-456789abcdef', { g: 'not a GUID' }, false],
  ]);
});

describe('a value with another type than the literal counts as null', () => {
  check([
    ["a eq '1'", { a: 1 }, false],
    ["a ne '1'", { a: 1 }, true],
    ['a eq 1', { a: '1' }, false],
    ['a gt 0', { a: true }, false],
    ["contains(a,'1')", { a: 1 }, null],
    ["a lt 'z'", { a: {} }, false],
    ['a gt 0', { a: [1] }, false],
    ['a gt 0', { a: { kind: 'literal', type: 'string', value: '1' } }, false],
  ]);
});

describe('a property is one of the record itself, never of its prototype', () => {
  test.each([
    ["a eq 'x'", false],
    ["a ne 'x'", true],
    ["a ge 'x'", false],
    ["a le 'x'", false],
    ['a eq null', true],
    ['a ne null', false],
    ["contains(a,'x')", null],
    ['n eq 1', false],
    ['n ne 1', true],
    ['n gt 0', false],
    ['n ge 1', false],
    ['n lt 2', false],
    ['n le 1', false],
    ['t eq 2024-01-01', false],
    ['constructor eq null and toString eq null', true],
  ])('%s is %s', (text, expected) => {
    expect(evaluate(rawFilter(text), Object.create({ a: 'x', n: 1, t: '2024-01-01' }) as object)).toBe(expected);
  });
});

test('a compiled filter is called for many records', () => {
  const isFailed = createEvaluator(filter((h) => h.field('status').eq('FAILED')));
  expect(['FAILED', 'SUCCESS', null].map((status) => isFailed({ status }))).toEqual([true, false, false]);
});

test('a filter of ten thousand conditions is evaluated', () => {
  const text = Array.from({ length: 10_000 }, (_, at) => `a eq ${at}`).join(' or ');
  const isKnown = createEvaluator(rawFilter(text, { maxLength: Infinity, maxNodes: Infinity }));
  expect([isKnown({ a: 9999 }), isKnown({ a: 10_000 })]).toEqual([true, false]);
});
