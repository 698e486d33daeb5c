import { describe, expect, test } from 'vitest';
import { ODataSyntaxError, parseFilter } from '../../src/index.ts';
import type { Expression, ODataSyntaxCode } from '../../src/index.ts';

const property = (name: string) => ({ kind: 'property', name });
const literal = (type: string, value: unknown) => ({ kind: 'literal', type, value });
const is = (name: string, value: bigint) => ({
  kind: 'comparison',
  operator: 'eq',
  left: property(name),
  right: literal('integer', value),
});
const [a, b, c] = [is('a', 1n), is('b', 2n), is('c', 3n)];

describe('follows the precedence of the OASIS grammar', () => {
  test.each<[string, unknown]>([
    ['a eq 1 or b eq 2 and c eq 3', { kind: 'or', operands: [a, { kind: 'and', operands: [b, c] }] }],
    ['(a eq 1 or b eq 2) and c eq 3', { kind: 'and', operands: [{ kind: 'or', operands: [a, b] }, c] }],
    ['a eq 1 and b eq 2 and c eq 3', { kind: 'and', operands: [a, b, c] }],
    ['a eq 1 and (b eq 2 and c eq 3)', { kind: 'and', operands: [a, b, c] }],
    ['(a eq 1 or b eq 2) or c eq 3', { kind: 'or', operands: [a, b, c] }],
    ['not (a eq 1) and b eq 2', { kind: 'and', operands: [{ kind: 'not', operand: a }, b] }],
    ['not not (a eq 1)', { kind: 'not', operand: { kind: 'not', operand: a } }],
    ['not true', { kind: 'not', operand: literal('boolean', true) }],
    ['( ( (a) ) eq (1) )', a],
    ['a\t eq  1', a],
    ['true and false', { kind: 'and', operands: [literal('boolean', true), literal('boolean', false)] }],
    [
      "startswith( a , 'x' )",
      { kind: 'call', name: 'startswith', property: property('a'), value: literal('string', 'x') },
    ],
    ['and eq 1', is('and', 1n)],
    ['contains eq 1', is('contains', 1n)],
    ['notable eq 1', is('notable', 1n)],
    ['größe eq 1', is('größe', 1n)],
    ['Label# eq 1', is('Label#', 1n)],
  ])('%s', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected);
  });
});

describe('reads literals exactly', () => {
  test.each<[string, string, unknown]>([
    ["'O''Neil'", 'string', "O'Neil"],
    ["''", 'string', ''],
    ["''''", 'string', "'"],
    ["' and b eq 1 or '", 'string', ' and b eq 1 or '],
    ['9007199254740993', 'integer', 9007199254740993n],
    ['123456789012345', 'integer', 123456789012345n],
    ['1234567890123456', 'integer', 1234567890123456n],
    ['-7', 'integer', -7n],
    ['+42', 'integer', 42n],
    ['007', 'integer', 7n],
    ['4.0', 'decimal', '4.0'],
    ['2.50', 'decimal', '2.5'],
    ['0.5', 'decimal', '0.5'],
    ['00.5', 'decimal', '0.5'],
    ['1.00', 'decimal', '1.0'],
    ['-1.234567e3', 'decimal', '-1234.567'],
    ['1E-3', 'decimal', '0.001'],
    ['5e2', 'decimal', '500.0'],
    ['-0.0', 'decimal', '0.0'],
    ['true', 'boolean', true],
    ['null', 'null', null],
    ['2024-02-29', 'date', '2024-02-29'],
    ['0000-01-01', 'date', '0000-01-01'],
    ['2012-09-03t13:52z', 'dateTimeOffset', '2012-09-03T13:52Z'],
    ['2012-09-03T14:53:01.123456789012+02:00', 'dateTimeOffset', '2012-09-03T14:53:01.123456789012+02:00'],
    ['01234567-89AB-cdef-0123-456789abcdef', 'guid', '01234567-89ab-cdef-0123-456789abcdef'],
    ['abcdefab-89ab-cdef-0123-456789abcdef', 'guid', 'abcdefab-89ab-cdef-0123-456789abcdef'],
  ])('%s', (text, type, value) => {
    expect(parseFilter(`a eq ${text}`)).toEqual({
      kind: 'comparison',
      operator: 'eq',
      left: property('a'),
      right: literal(type, value),
    });
  });
});

test('every node is frozen, arrays too', () => {
  const check = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    expect(Object.isFrozen(value)).toBe(true);
    for (const inner of Object.values(value)) check(inner);
  };
  check(parseFilter("not (a eq 1 or contains(b,'x')) and c ne 2.5 and d gt 2024-01-01 and (e eq null or true)"));
});

const [syntax, unsupported, limit] = [
  'ODATA_SYNTAX',
  'ODATA_UNSUPPORTED',
  'ODATA_LIMIT',
] as const satisfies ODataSyntaxCode[];

describe('refuses, and names the place and what was expected', () => {
  test.each<[string, ODataSyntaxCode, number, string]>([
    ['', syntax, 0, "a condition, such as status eq 'done'"],
    [' a eq 1', syntax, 0, "a condition, such as status eq 'done'"],
    ['a eq 1 ', syntax, 6, 'nothing after the last operand'],
    ['a eq', syntax, 4, 'a space after eq'],
    ['a eq ', syntax, 5, "a value, such as 'text', 42, true, null or 2024-01-31"],
    ['a eq 1 and ', syntax, 11, "a condition, such as status eq 'done'"],
    ['a eq(1)', syntax, 4, 'a space after eq'],
    ['(a eq 1', syntax, 7, 'a closing )'],
    ['a eq 1)', syntax, 6, 'and, or, or the end of the filter'],
    ['a eq 1and b eq 2', syntax, 6, 'a space and an operator, ) or the end of the filter'],
    ['a eq 1 and(b eq 2)', syntax, 10, 'a space after and'],
    ['a eq 1 android', syntax, 7, 'an operator: eq, ne, gt, ge, lt, le, and, or'],
    ['a == 1', syntax, 2, 'eq instead of =='],
    ['a eq 1 b', syntax, 7, 'an operator: eq, ne, gt, ge, lt, le, and, or'],
    ['a EQ 1', syntax, 2, 'eq in lower case'],
    ['a eq TRUE', syntax, 5, 'true in lower case'],
    ['NOT (a eq 1)', syntax, 0, 'not in lower case'],
    ['not(a eq 1)', syntax, 3, 'a space after not'],
    ['not eq 1', syntax, 7, 'an operator: eq, ne, gt, ge, lt, le, and, or'],
    ['not a eq 1', syntax, 4, 'a condition in parentheses after not, such as not (a eq 1)'],
    ['a', syntax, 0, 'a condition, such as a eq 1'],
    ["'a'", syntax, 0, 'a condition, such as a eq 1'],
    ['null', syntax, 0, 'a condition, such as a eq 1'],
    ['a and b eq 1', syntax, 0, 'a condition beside and, such as a eq 1'],
    ['b eq 1 and a', syntax, 11, 'a condition beside and, such as a eq 1'],
    ['a or b eq 1', syntax, 0, 'a condition beside or, such as a eq 1'],
    ['b eq 1 or 5', syntax, 10, 'a condition beside or, such as a eq 1'],
    ["a eq 'x", syntax, 7, "a closing quote (a quote inside is doubled: '')"],
    ["a eq 'x''", syntax, 9, "a closing quote (a quote inside is doubled: '')"],
    ["a eq 'O'Neil'", syntax, 8, "a space, ) or the end after the text (a quote inside a text is doubled: '')"],
    ['a eq "x"', syntax, 5, "a text in single quotes ('text')"],
    ['a eq 42.', syntax, 7, 'a space and an operator, ) or the end of the filter'],
    ['a eq .5', syntax, 5, "a value, such as 'text', 42, true, null or 2024-01-31"],
    ['a eq +x', syntax, 6, 'a digit'],
    ['a eq 2024-02-30', syntax, 5, 'a calendar day (yyyy-MM-dd)'],
    ['a eq 2024-13-01', syntax, 5, 'a calendar day (yyyy-MM-dd)'],
    ['a eq 2024-02-29T12:00', syntax, 15, 'a time with offset (THH:mm, THH:mm:ss or with fractions, then Z or ±HH:mm)'],
    ['a eq 2024-02-29T24:00Z', syntax, 15, 'a time from 00:00 to 23:59:59'],
    ['a eq 2024-02-29T12:60Z', syntax, 15, 'a time from 00:00 to 23:59:59'],
    ["a eq datetime'2024-01-01'", syntax, 5, 'a value without the prefix datetime'],
    ['contains(a)', syntax, 10, 'a comma'],
    ["contains(a,'x'", syntax, 14, 'a closing )'],
    ['contains(a,5)', syntax, 11, "a text in single quotes ('text')"],
    ['contains(,)', syntax, 9, "a condition, such as status eq 'done'"],
    ['any()', syntax, 3, 'a collection before any'],
    ['Model.Available', syntax, 15, "'(' or a property without a dot"],
    ['Model. eq 1', syntax, 6, 'a name after the dot'],
    ['a/ eq 1', syntax, 2, 'a name after the slash'],
    ['$top eq 1', syntax, 0, "a condition, such as status eq 'done'"],
    [`${'x'.repeat(129)} eq 1`, syntax, 0, 'a property name of at most 128 characters'],
    ['a eq 1e999', limit, 5, 'an exponent from -400 to 400'],
    ['a eq b', unsupported, 5, "a value (a text is written in single quotes: 'text')"],
    ['a eq b/c', unsupported, 6, 'a property'],
    ['a eq (b eq 1)', unsupported, 5, "a value (a text is written in single quotes: 'text')"],
    ['a eq not true', unsupported, 5, "a value (a text is written in single quotes: 'text')"],
    ['a eq 5 gt 4', unsupported, 0, 'a property before the operator'],
    ["contains(a,'x') eq true", unsupported, 0, 'a property before the operator'],
    ['1 eq 1', unsupported, 0, 'a property before the operator'],
    ["'details' eq 'x'", unsupported, 0, 'a property before the operator'],
    ['a eq 1 and null eq null', unsupported, 11, 'a property before the operator'],
    ['true eq null', unsupported, 0, 'a property before the operator'],
    ['2 gt 1.5', unsupported, 0, 'a property before the operator'],
    ['not true eq false', unsupported, 0, 'a property before the operator'],
    ["contains(contains(a,'x'),'y')", unsupported, 9, 'a property or a text'],
    ["contains('x',a)", unsupported, 9, 'a property'],
    ['contains(a,b)', unsupported, 11, "a text in single quotes ('text')"],
  ])('%s', (text, code, offset, expected) => {
    let refusal: unknown;
    try {
      parseFilter(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ODataSyntaxError);
    expect(refusal).toMatchObject({ code, offset, expected });
  });
});

describe('names the construct that the interface does not support', () => {
  test.each([
    ['Address/Street eq 1', 'the navigation path to Street'],
    ['Products/$count gt 0', 'the path segment $count'],
    ['Products/any(p:true)', 'the lambda operator any'],
    ['Products/all(p:true)', 'the lambda operator all'],
    ["Price/@Currency eq 'EUR'", 'an annotation'],
    ["@Core.Messages eq 'x'", 'an annotation or parameter alias'],
    ['a add 1 eq 2', 'the arithmetic operator add'],
    ['-a eq 1', 'an arithmetic negation'],
    ['a has 1', 'the operator has'],
    ['a in (1,2)', 'the operator in'],
    ['length(a) eq 1', 'the function length'],
    ['now() eq 1', 'the function now'],
    ['Model.Available()', 'the function Model.Available'],
    ["style eq Sales.Pattern'Yellow'", 'the enumeration literal of Sales.Pattern'],
    ['Model.Type/x eq 1', 'the type cast Model.Type'],
    ["a eq duration'P1D'", 'a duration literal'],
    ["a eq binary'Zg=='", 'a binary literal'],
    ['a eq 11:22:33', 'a time of day'],
    ['a eq INF', 'the number INF'],
    ['a eq -INF', 'an infinite number'],
    ['a eq ["x"]', 'an array'],
    ['a eq {}', 'an object'],
    ['$it eq 1', '$it'],
    [`${'f'.repeat(90)}() eq 1`, `the function ${'f'.repeat(60)}…`],
    ['a eq 5(1)', 'a call or key after a path'],
    ['a eq b', 'a comparison with a property'],
    ['a eq (b eq 1)', 'a comparison with a condition'],
    ['(a eq 1) eq true', 'a comparison of a condition'],
  ])('%s', (text, construct) => {
    expect(() => parseFilter(text)).toThrow(expect.objectContaining({ code: 'ODATA_UNSUPPORTED', construct }));
  });
});

test('a chain of one operator is one node, however long it is', () => {
  const expression: Expression = parseFilter(Array.from({ length: 240 }, (_, at) => `a eq ${at}`).join(' or '));
  expect(expression).toMatchObject({ kind: 'or', operands: { length: 240 } });
});
