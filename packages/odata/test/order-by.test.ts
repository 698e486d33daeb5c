import { describe, expect, test } from 'vitest';
import { parseOrderBy, printOrderBy } from '../src/index.ts';
import type { ODataSyntaxCode } from '../src/index.ts';

const [syntax, unsupported] = ['ODATA_SYNTAX', 'ODATA_UNSUPPORTED'] as const satisfies ODataSyntaxCode[];

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
  test.each([
    [[], 'orderBy must have at least one condition'],
    ['a down', 'orderBy must have asc or desc after a'],
    [['a', 'a desc'], 'orderBy must name each property once, found a again'],
    ['a,b', 'orderBy must have one property in each condition'],
  ])('explains what is wrong with %j', (order, message) => {
    expect(() => printOrderBy(order)).toThrow(message);
  });
});
