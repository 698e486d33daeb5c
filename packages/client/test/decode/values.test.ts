import fc from 'fast-check';
import { type DecodeTable, jobDecode, jobStatusRecordDecode, workspaceDecode } from '@syncline/openapi';
import { expect, it } from 'vitest';
import { decodeRecords } from '../../src/decode/records.ts';

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
