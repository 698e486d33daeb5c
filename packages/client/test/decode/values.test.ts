import fc from 'fast-check';
import { type DecodeTable, jobDecode, jobStatusRecordDecode, workspaceDecode } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { decodeRecords } from '../../src/decode/records.ts';
import { isExactInt64, refused, toBoolean, toInt64, toWhole } from '../../src/decode/values.ts';

const value = fc.oneof(
  fc.constantFrom<unknown>(
    'true',
    'false',
    'TRUE',
    '',
    null,
    true,
    false,
    '0',
    '-0',
    '007',
    '12',
    '9007199254740993',
    '1.5',
    'x',
    1,
    -1,
    1.5,
    [],
    [7],
    { valueOf: 1, toString: 1 },
  ),
  fc.integer(),
  fc.string(),
);

const decodedBy = (table: DecodeTable, record: Record<string, unknown>): unknown => {
  const refusals: string[] = [];
  const rows = [structuredClone(record)];
  decodeRecords(rows, table, {
    text: JSON.stringify(record),
    recordsOf: (parsed) => [parsed as Record<string, unknown>],
    undecodable: (_, field, given) => (refusals.push(field), given),
  });
  return { record: rows[0], refusals };
};

it.each([
  ['job', jobDecode],
  ['job status', jobStatusRecordDecode],
  ['workspace', workspaceDecode],
])('a %s is decoded alike by its generated function and by the lists alone', (_, table: DecodeTable) => {
  const fields = [...table.booleanStrings, ...table.booleans, ...table.whole, ...table.integers];
  const { each, ...lists } = table;
  expect(each).toBeTypeOf('function');
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), value), (record) => {
      expect(decodedBy(table, record)).toEqual(decodedBy(lists, record));
    }),
    { numRuns: 2000 },
  );
});

describe('a value', () => {
  it.each<[unknown, unknown]>([
    ...(['true', 'TRUE', 'True', true] as const).map((value): [unknown, unknown] => [value, true]),
    ...(['false', 'FALSE', 'False', false] as const).map((value): [unknown, unknown] => [value, false]),
    ['', undefined],
    [null, undefined],
    ...['yes', ' true', 0, 1, [], {}].map((value): [unknown, unknown] => [value, refused]),
  ])('%j as a boolean is %s', (value, decoded) => expect(toBoolean(value)).toBe(decoded));

  it.each<[unknown, unknown]>([
    ['7', 7],
    ['-0', -0],
    ['007', 7],
    [7, 7],
    ['', undefined],
    [null, undefined],
    ...['1e3', '1.5', ' 7', '7 ', 'x7', '9007199254740993', 1.5, true, [7]].map((value): [unknown, unknown] => [
      value,
      refused,
    ]),
  ])('%j as a whole number is %s', (value, decoded) => expect(toWhole(value)).toBe(decoded));

  it.each<[unknown, bigint | undefined]>([
    ['', undefined],
    [null, undefined],
    ['-7', -7n],
    [7, 7n],
    ['999999999999999999', 999999999999999999n],
    [Number.MAX_SAFE_INTEGER, 9007199254740991n],
  ])('%j has all digits of 64 bits: %s', (value, decoded) => {
    expect(isExactInt64(value)).toBe(true);
    expect(toInt64(value)).toBe(decoded);
  });

  it('that is absent also has all digits', () => expect(isExactInt64(undefined)).toBe(true));

  it.each([
    '1234567890123456789',
    '1e3',
    '1.0',
    ' 7',
    '7x',
    'x7',
    2 ** 53,
    1.5,
    true,
    {},
  ])('%j may have lost digits, or is not a number', (value) => expect(isExactInt64(value)).toBe(false));
});
