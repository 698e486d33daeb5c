import { describe, expect, test } from 'vitest';
import { allOf, anyOf, filter, odata, parseFilter, rawFilter } from '../../src/index.ts';
import type { Filter, Limits } from '../../src/index.ts';

describe('every filter that is built can be parsed', () => {
  const repeated = (count: number): Filter =>
    filter((h) => anyOf(...Array.from({ length: count }, (_, at) => h.field('a').eq(at % 10))));
  const negated = (count: number): Filter => {
    let built = rawFilter('a eq 1');
    for (let level = 0; level < count; level++) built = built.not();
    return built;
  };
  test('at the limits, the parser accepts the text', () => {
    for (const built of [repeated(250), negated(50), odata`x eq ${'y'.repeat(8180)}`])
      expect(parseFilter(String(built))).toEqual(built.expression);
  });
  test.each<[string, () => unknown, string]>([
    ['334 alternatives', () => repeated(334), 'found 1003, 0 and'],
    ['400 alternatives', () => repeated(400), 'found 1201, 0 and'],
    ['51 negations', () => negated(51), 'found 54, 102 and'],
    [
      '51 negations in a callback',
      () =>
        filter(() =>
          negated(25)
            .and(rawFilter('b eq 1').or(negated(50)))
            .not(),
        ),
      'found',
    ],
    ['a long text', () => odata`x eq ${'y'.repeat(9000)}`, 'and 9011; use split'],
    ['a text that is long when it is percent-encoded', () => odata`x eq ${'名'.repeat(1000)}`, 'and 9011; use split'],
  ])('beyond the limits, it cannot be built: %s', (_name, build, figures) => {
    expect(build).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option: 'filter' }));
    expect(build).toThrow(figures);
  });
  test('the limits are options, like those of the parser', () => {
    const limits = { maxNodes: Infinity, maxLength: Infinity };
    const built = filter((h) => h.field('a').in(Array.from({ length: 5000 }, (_, at) => at)), limits);
    expect(built.expression).toMatchObject({ kind: 'or', operands: { length: 5000 } });
    expect(() => built.and(rawFilter('b eq 1'))).toThrow('found 15005');
    expect(String(rawFilter(String(built), limits))).toBe(String(built));
  });
  test.each<[text: string, limits: Limits]>([
    ['a eq 1', { maxNodes: 3 }],
    ['not (a eq 1)', { maxDepth: 2 }],
    ['not (not (not (a eq 1)))', { maxDepth: 6 }],
    ['(a eq 1 or a eq 2) and (b eq 1 or b eq 2)', { maxDepth: 1, maxNodes: 15 }],
    ["a eq '名'", { maxLength: "a%20eq%20'%E5%90%8D'".length }],
  ])('%s is built within %o, but not with one less', (text, limits) => {
    const built = rawFilter(text);
    expect(String(filter(() => built, limits))).toBe(text);
    for (const [name, limit] of Object.entries(limits))
      expect(() => filter(() => built, { ...limits, [name]: limit - 1 })).toThrow('filter must have at most');
  });
});

describe('in', () => {
  test.each<[string, Filter, string]>([
    ['several values', filter((h) => h.field('a').in(['x', "it's", null])), "a eq 'x' or a eq 'it''s' or a eq null"],
    ['a value that is repeated', filter((h) => h.field('a').in([1, 1n, 2, '1'])), "a eq 1 or a eq 2 or a eq '1'"],
    ['one value', filter((h) => h.field('a').in(['x'])), "a eq 'x'"],
    [
      'beside another condition',
      filter((h) => h.field('a').in([1, 2]).and(h.field('b').eq(3))),
      '(a eq 1 or a eq 2) and b eq 3',
    ],
    ['no value', filter((h) => h.field('a').in([])), 'false'],
    ['no value, beside a condition', filter((h) => h.field('a').in([]).and(h.field('b').eq(3))), 'false'],
    ['no value, or a condition', filter((h) => h.field('a').in([]).or(h.field('b').eq(3))), 'b eq 3'],
    ['not in no value', filter((h) => h.field('a').in([]).not()), 'true'],
    ['not in no value, and a condition', filter((h) => h.field('a').in([]).not().and(h.field('b').eq(3))), 'b eq 3'],
  ])('%s', (_name, built, text) => {
    expect(String(built)).toBe(text);
    expect(parseFilter(text)).toEqual(built.expression);
  });
  test.each(['abc', undefined, new Set([1])])('%o is not a list', (values) => {
    expect(() => filter((h) => h.field('a').in(values as never))).toThrow('a must have a list in in(), found');
  });
  test('a value without a literal is refused, and the error names the property', () => {
    expect(() => filter((h) => h.field('a').in([undefined as never]))).toThrow('or literal, found undefined');
  });
});

describe('allOf and anyOf skip undefined', () => {
  const [a, b] = [rawFilter('a eq 1'), rawFilter('b eq 2')];
  test.each<[Filter, string]>([
    [allOf(a, undefined, b), 'a eq 1 and b eq 2'],
    [anyOf(undefined, a, b), 'a eq 1 or b eq 2'],
    [allOf(undefined, a), 'a eq 1'],
    [anyOf(a), 'a eq 1'],
    [a.and(undefined, b), 'a eq 1 and b eq 2'],
    [a.or(undefined), 'a eq 1'],
    [allOf(a, anyOf(a, b)), 'a eq 1 and (a eq 1 or b eq 2)'],
    [allOf(), 'true'],
    [allOf(undefined), 'true'],
    [anyOf(), 'false'],
    [allOf(a, anyOf()), 'false'],
    [anyOf(a, allOf()), 'true'],
  ])('%s', (built, text) => {
    expect(String(built)).toBe(text);
  });
  test('null, false and a text are not conditions', () => {
    for (const part of [null, false, '', 'a eq 1'] as never[]) {
      expect(() => allOf(a, part)).toThrow('filter must be a Filter');
      expect(() => anyOf(part)).toThrow('filter must be a Filter');
    }
  });
});

test('JSON.stringify prints the text of a filter', () => {
  expect(JSON.stringify({ where: odata`a eq ${"it's"}` })).toBe('{"where":"a eq \'it\'\'s\'"}');
});
