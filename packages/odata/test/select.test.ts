import { describe, expect, test } from 'vitest';
import { parseSelect, printSelect } from '../src/index.ts';
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
  test('prints names, and refuses an empty list, a repeated name and a wrong name', () => {
    expect(printSelect(['JobName', 'Label#'])).toBe('JobName,Label#');
    for (const names of [[], ['a', 'a'], ['a,b'], [''], [5 as never], [undefined as never]]) {
      expect(() => printSelect(names)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', option: 'select' }));
    }
    expect(() => printSelect([])).toThrow(
      'select must name at least one property; leave the option out to get all of them',
    );
    expect(() => printSelect(['a', 'a'])).toThrow('select must name each property once, found a again');
  });
});
