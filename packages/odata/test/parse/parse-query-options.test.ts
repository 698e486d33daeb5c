import { describe, expect, test } from 'vitest';
import { parseQueryOptions } from '../../src/index.ts';
import type { ODataSyntaxCode } from '../../src/index.ts';

const [syntax, unsupported] = ['ODATA_SYNTAX', 'ODATA_UNSUPPORTED'] as const satisfies ODataSyntaxCode[];

describe('query options', () => {
  test('are split before they are decoded, and others are passed on', () => {
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
    ['?filter=true', syntax, 0],
    ['?$filter=true', syntax, 0],
    ['??orderby=a', syntax, 0],
    ['a=1&%20$filter=true', syntax, 4],
    ['a=1&filter%20=true', syntax, 4],
    ['?$top=1', syntax, 0],
    ['a=\ud800', syntax, 2],
  ])('refuses %s', (query, code, offset) => {
    expect(() => parseQueryOptions(query)).toThrow(expect.objectContaining({ code, offset }));
  });
  test.each([
    ['?$filter=a%20eq%201', '$filter=a%20eq%201'],
    ['?filter=true&$select=a', '$filter=true&$select=a'],
    ['a=1&%20$filter=true', 'a=1&$filter=true'],
    ['filter%20=true', '$filter=true'],
  ])('suggests the spelling of %s', (query, suggestion) => {
    expect(() => parseQueryOptions(query)).toThrow(expect.objectContaining({ suggestion }));
  });
  test('your own names can begin with any character', () => {
    expect(parseQueryOptions('?q=1&?=2&filters=3&@filter=4').custom.map(([name]) => name)).toEqual([
      '?q',
      '?',
      'filters',
      '@filter',
    ]);
  });
});
