import { describe, expect, test } from 'vitest';
import {
  keyPredicate,
  parseKeyPredicate,
  parseLiteral,
  parseOrderBy,
  parseQueryOptions,
  parseSelect,
  printOrderBy,
  printSelect,
} from '../src/index.ts';
import type { ODataSyntaxCode } from '../src/index.ts';

const [syntax, unsupported] = ['ODATA_SYNTAX', 'ODATA_UNSUPPORTED'] as const satisfies ODataSyntaxCode[];

describe('$select', () => {
  test.each([
    ['JobName', ['JobName']],
    ['JobName,Label#', ['JobName', 'Label#']],
    ['a , b,\tc', ['a', 'b', 'c']],
  ])('reads %j', (text, names) => {
    const read = parseSelect(text);
    expect(read).toEqual(names);
    expect(Object.isFrozen(read)).toBe(true);
  });
  test.each<[string, ODataSyntaxCode, number]>([
    ['', syntax, 0],
    ['a,', syntax, 2],
    [',a', syntax, 0],
    [' a', syntax, 0],
    ['a ', syntax, 1],
    ['a b', syntax, 1],
    ['a,a', syntax, 2],
    ['a,true', syntax, 2],
    ['1a', syntax, 0],
    ['*', unsupported, 0],
    ['a/b', unsupported, 1],
    ['a.b', unsupported, 1],
    ['a(b)', unsupported, 1],
    ['@a', unsupported, 0],
  ])('refuses %j', (text, code, offset) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ code, offset }));
  });
  test('prints names, and refuses none, a repeated and a wrong one', () => {
    expect(printSelect(['JobName', 'Label#'])).toBe('JobName,Label#');
    for (const names of [[], ['a', 'a'], ['a,b'], [''], [5 as never], [undefined as never]]) {
      expect(() => printSelect(names)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option: 'select' }));
    }
  });
});

describe('$orderby', () => {
  test.each<[string, [string, string][]]>([
    ['a', [['a', 'asc']]],
    ['a desc', [['a', 'desc']]],
    [
      'a\tasc,b , c desc',
      [
        ['a', 'asc'],
        ['b', 'asc'],
        ['c', 'desc'],
      ],
    ],
    ['desc desc', [['desc', 'desc']]],
  ])('reads %j, earlier conditions first', (text, items) => {
    const read = parseOrderBy(text);
    expect(read).toEqual(items.map(([property, direction]) => ({ property, direction })));
    expect(Object.isFrozen(read) && read.every((item) => Object.isFrozen(item))).toBe(true);
  });
  test.each<[string, ODataSyntaxCode, number]>([
    ['', syntax, 0],
    ['a down', syntax, 2],
    ['a DESC', syntax, 2],
    ['a desc,', syntax, 7],
    ['a desc a', syntax, 6],
    ['a desc,a asc', syntax, 7],
    ['a ', syntax, 2],
    ['a descend', syntax, 2],
    ['a/b desc', unsupported, 1],
    ['a eq b', unsupported, 2],
    ['a ge b asc', unsupported, 2],
    ['a add 1', unsupported, 2],
  ])('refuses %j', (text, code, offset) => {
    expect(() => parseOrderBy(text)).toThrow(expect.objectContaining({ code, offset }));
  });
  test.each<[Parameters<typeof printOrderBy>[0], string]>([
    ['a', 'a asc'],
    ['a desc', 'a desc'],
    [['a', 'b desc'], 'a asc,b desc'],
    [{ property: 'Label#', direction: 'desc' }, 'Label# desc'],
    [[{ property: 'a', direction: 'asc' }, 'b'], 'a asc,b asc'],
  ])('prints %j', (order, text) => {
    expect(printOrderBy(order)).toBe(text);
  });
  test.each([
    [[]],
    ['a down'],
    ['a desc x'],
    ['a  desc'],
    [['a', 'a desc']],
    [{ property: 'a', direction: 'x' }],
    [[null]],
    ['a,b'],
    [5],
    [''],
  ])('refuses to print %j', (order) => {
    expect(() => printOrderBy(order as never)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'orderBy' }),
    );
  });
});

describe('key predicates', () => {
  test.each([
    ['Nightly', "('Nightly')"],
    ["O'Brien/ö", "('O%27%27Brien%2F%C3%B6')"],
    ["x')/history?('", "('x%27%27)%2Fhistory%3F(%27%27')"],
    ['.', "('.')"],
    ['..', "('..')"],
    ['100 %', "('100%20%25')"],
    ['a+b&c=d#e', "('a%2Bb%26c%3Dd%23e')"],
    ['😀', "('%F0%9F%98%80')"],
  ])('%j is written %s and read back', (key, predicate) => {
    expect(keyPredicate(key)).toBe(predicate);
    expect(parseKeyPredicate(`jobs${predicate}`, 'jobs')).toBe(key);
  });
  test.each(['', undefined, null, 5, 'a\udc00'])('%j is no key', (key) => {
    expect(() => keyPredicate(key as never)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option: 'key' }),
    );
  });
  test('an empty key, a literal + and unencoded letters are read as they are', () => {
    expect(parseKeyPredicate("jobs('')", 'jobs')).toBe('');
    expect(parseKeyPredicate("jobs('a+b ö')", 'jobs')).toBe('a+b ö');
    expect(parseKeyPredicate("jobs('€%E2%82%AC%24')", 'jobs')).toBe('€€$');
  });
  test.each<[string, ODataSyntaxCode, number]>([
    ["Jobs('a')", syntax, 0],
    ["jobsx('a')", syntax, 0],
    ["jobs'a'", syntax, 4],
    ["jobs('O%27Neil')", syntax, 10],
    ["jobs('a/b')", syntax, 7],
    ["jobs('a'", syntax, 8],
    ["jobs('a')x", syntax, 9],
    ["jobs('a%2')", syntax, 7],
    ["jobs('%FF')", syntax, 6],
    ["jobs('%C3')", syntax, 6],
    ['jobs(a)', syntax, 5],
    ['jobs(1;2)', syntax, 5],
    ["jobs(%27%E2%82%AC'x')", syntax, 18],
    ['jobs', unsupported, 4],
    ['jobs/a', unsupported, 4],
    ['jobs(1)', unsupported, 5],
    ['jobs(-1)', unsupported, 5],
    ['jobs(2024-01-01)', unsupported, 5],
    ["jobs(JobName='a')", unsupported, 5],
    ["jobs('a')/Name", unsupported, 9],
  ])('refuses %s', (segment, code, offset) => {
    expect(() => parseKeyPredicate(segment, 'jobs')).toThrow(expect.objectContaining({ code, offset }));
  });
  test('keeps the limit of the length', () => {
    expect(() => parseKeyPredicate(`jobs('${'x'.repeat(9000)}')`, 'jobs')).toThrow('at most 8192 (maxLength)');
  });
});

describe('query options', () => {
  test('are split before they are decoded, and others are handed on', () => {
    expect(
      parseQueryOptions('%24filter=a%20eq%20%27b%26c%3D%27&$select=a&$orderby=a%20desc&@authtoken=x%3Dy&flag'),
    ).toEqual({
      filter: "a eq 'b&c='",
      select: 'a',
      orderBy: 'a desc',
      custom: [
        ['@authtoken', 'x=y'],
        ['flag', ''],
      ],
    });
    expect(parseQueryOptions('')).toEqual({ filter: undefined, select: undefined, orderBy: undefined, custom: [] });
    expect(parseQueryOptions('$filter=').filter).toBe('');
  });
  test.each<[string, ODataSyntaxCode, number]>([
    ['a=1&$filter', syntax, 11],
    ['$select=a&$select=b', syntax, 10],
    ['$nothing=1', syntax, 0],
    ['$filter =true', syntax, 0],
    ['a=%zz', syntax, 2],
    ['%F=1', syntax, 0],
    ['$top=1', unsupported, 0],
    ['a=1&skip=2', unsupported, 4],
    ['filter=true', unsupported, 0],
    ['$Filter=true', unsupported, 0],
    ['ORDERBY=a', unsupported, 0],
  ])('refuses %s', (query, code, offset) => {
    expect(() => parseQueryOptions(query)).toThrow(expect.objectContaining({ code, offset }));
  });
});

describe('single literals', () => {
  test.each<[string, string | undefined, unknown]>([
    ["'a'", undefined, 'a'],
    ['5', 'Edm.Int64', 5n],
    ['5', 'Edm.Double', 5n],
    ['5.5', 'Edm.Decimal', '5.5'],
    ['null', 'Edm.Guid', null],
    ['true', 'Edm.Boolean', true],
  ])('%s as %s', (text, type, value) => {
    expect(parseLiteral(text, type).value).toEqual(value);
  });
  test.each<[string, string | undefined, ODataSyntaxCode, number]>([
    ['0', 'Edm.Boolean', syntax, 0],
    ['5.5', 'Edm.Int64', syntax, 0],
    ["'5'", 'Edm.Int64', syntax, 0],
    ['a', undefined, syntax, 0],
    ['5 ', undefined, syntax, 1],
    ['5x', undefined, syntax, 1],
    ["contains(a,'b')", undefined, syntax, 0],
    ["'P1D'", 'Edm.Duration', unsupported, 0],
    ['5', 'toString', unsupported, 0],
  ])('refuses %s as %s', (text, type, code, offset) => {
    expect(() => parseLiteral(text, type)).toThrow(expect.objectContaining({ code, offset }));
  });
});
