import { describe, expect, test } from 'vitest';
import { compareBy, decimal, isConfigError } from '../../src/index.ts';

const sorted = (values: readonly unknown[], orderBy = 'v'): unknown[] =>
  values
    .map((v) => ({ v }))
    .sort(compareBy(orderBy))
    .map(({ v }) => v);

describe('orders the values of a property', () => {
  test.each([
    ['null is lowest', ['b', null, 'a'], [null, 'a', 'b']],
    ['numbers, not their texts', [10, 9, -1], [-1, 9, 10]],
    ['int64 without a double', [9007199254740993n, 9007199254740992n], [9007199254740992n, 9007199254740993n]],
    ['numbers of any kind', [2n, 1.5, 10, -3n], [-3n, 1.5, 2n, 10]],
    [
      'instants, not their texts',
      ['2024-01-01T00:00:00Z', '2024-01-01T00:30:00+01:00'],
      ['2024-01-01T00:30:00+01:00', '2024-01-01T00:00:00Z'],
    ],
    [
      'instants by every digit',
      ['2024-01-01T00:00:00.1000000001Z', '2024-01-01T00:00:00.1Z'],
      ['2024-01-01T00:00:00.1Z', '2024-01-01T00:00:00.1000000001Z'],
    ],
    ['strings by code points', ['\u{1f600}', '\uff5e', 'b', 'B'], ['B', 'b', '\uff5e', '\u{1f600}']],
    [
      'several types, in a fixed order',
      ['x', '2024-01-01', 1, true, null, false],
      [null, false, true, 1, '2024-01-01', 'x'],
    ],
  ])('%s', (_, values, expected) => {
    expect(sorted(values)).toEqual(expected);
    expect(sorted([...values].reverse())).toEqual(expected);
    expect(sorted(values, 'v desc')).toEqual([...expected].reverse());
  });
  test('numbers with their original digits', () => {
    const digits = ['0.30000000000000000001', '0.3', '-7'].map((text) => decimal(text));
    expect(sorted(digits).map((literal) => (literal as { value: string }).value)).toEqual([
      '-7.0',
      '0.3',
      '0.30000000000000000001',
    ]);
  });
});

test('an earlier condition takes precedence, and a missing property is null', () => {
  const records = [
    { id: 1, a: 'x', b: 1 },
    { id: 2, a: 'x' },
    { id: 3, a: 'w', b: 9 },
    { id: 4, b: 3 },
  ];
  const ids = (...orderBy: string[]): number[] => [...records].sort(compareBy(orderBy)).map(({ id }) => id);
  expect(ids('a', 'b desc')).toEqual([4, 3, 1, 2]);
  expect(ids('a desc', 'b')).toEqual([2, 1, 3, 4]);
  expect([...records].sort(compareBy({ property: 'b', direction: 'desc' })).map(({ id }) => id)).toEqual([3, 4, 1, 2]);
});

test('records that no condition distinguishes keep their order', () => {
  const records = Array.from({ length: 50 }, (_, id) => ({ id, a: id % 2 }));
  const order = [...records].sort(compareBy('a')).map(({ id }) => id);
  expect(order).toEqual([...order].sort((x, y) => (x % 2) - (y % 2) || x - y));
});

test.each([[[]], ['a down'], ['a b c'], [['a', 'a desc']], ['1a']])('refuses %j', (orderBy) => {
  expect(() => compareBy(orderBy)).toThrow(expect.toSatisfy(isConfigError));
});
