import { describe, expect, test } from 'vitest';
import { parseFilter, parseOrderBy, parseSelect } from '../../src/index.ts';

const nested = (depth: number): string => `${'('.repeat(depth)}true${')'.repeat(depth)}`;
const comparisons = (count: number): string => Array.from({ length: count }, () => 'a eq 1').join(' or ');

describe('the default limits', () => {
  test('100 parentheses are read, 101 are refused', () => {
    expect(parseFilter(nested(100))).toMatchObject({ value: true });
    expect(() => parseFilter(nested(101))).toThrow(
      expect.objectContaining({ code: 'ODATA_LIMIT', offset: 100, construct: 'a nesting of 101' }),
    );
  });
  test('not counts as a level, and only while it is open', () => {
    expect(() => parseFilter(`${'not '.repeat(101)}true`)).toThrow(expect.objectContaining({ code: 'ODATA_LIMIT' }));
    expect(parseFilter(Array.from({ length: 150 }, () => 'not (true)').join(' and '))).toMatchObject({ kind: 'and' });
  });
  test('1,000 nodes are read, 1,003 are refused', () => {
    expect(parseFilter(comparisons(333))).toMatchObject({ kind: 'or' });
    expect(() => parseFilter(comparisons(334))).toThrow(
      expect.objectContaining({ code: 'ODATA_LIMIT', expected: 'at most 1000 (maxNodes)' }),
    );
  });
  test('8,192 characters are read, one more is refused', () => {
    const text = (length: number): string => `a eq '${'x'.repeat(length - 7)}'`;
    expect(parseFilter(text(8192))).toMatchObject({ kind: 'comparison' });
    expect(() => parseFilter(text(8193))).toThrow(
      expect.objectContaining({ code: 'ODATA_LIMIT', offset: 8192, construct: 'a text of 8193 characters' }),
    );
  });
});

describe('limits are options', () => {
  test('each can be lowered', () => {
    expect(() => parseFilter('a eq 1', { maxLength: 5 })).toThrow('at most 5 (maxLength)');
    expect(() => parseFilter('((true))', { maxDepth: 1 })).toThrow('at most 1 (maxDepth)');
    expect(() => parseFilter('a eq 1', { maxNodes: 2 })).toThrow('at most 2 (maxNodes)');
    expect(() => parseSelect('a,b', { maxLength: 2 })).toThrow('at most 2 (maxLength)');
    expect(() => parseOrderBy('a,b', { maxLength: 2 })).toThrow('at most 2 (maxLength)');
  });
  test('each can be raised, the depth to 500', () => {
    expect(parseFilter(nested(500), { maxDepth: 500 })).toMatchObject({ value: true });
    expect(parseFilter(comparisons(5000), { maxLength: Infinity, maxNodes: Infinity })).toMatchObject({
      operands: { length: 5000 },
    });
  });
  test.each([
    [{ maxDepth: 501 }, 'maxDepth', 'maxDepth must be a number from 0 to 500, found 501; leave it out for 100'],
    [{ maxNodes: -1 }, 'maxNodes', 'maxNodes must be a number from 0 to Infinity, found -1; leave it out for 1000'],
    [
      { maxLength: Number.NaN },
      'maxLength',
      'maxLength must be a number from 0 to Infinity, found NaN; leave it out for 8192',
    ],
  ])('%o is refused by name', (limits, option, message) => {
    expect(() => parseFilter('true', limits)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', option, message }),
    );
  });
});
