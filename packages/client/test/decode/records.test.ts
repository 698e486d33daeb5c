import { type DecodeTable, workspaceDecode } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { decodeRecords } from '../../src/decode/records.ts';

type Row = Record<string, unknown>;
const table = (lists: Partial<DecodeTable>): DecodeTable => ({
  record: 'Thing',
  booleanStrings: [],
  whole: [],
  integers: [],
  booleans: [],
  int64: [],
  nested: {},
  ...lists,
});
const decode = (text: string, by: DecodeTable) => {
  const records = JSON.parse(text) as Row[];
  const refused: unknown[] = [];
  decodeRecords(records, by, {
    text,
    recordsOf: (value) => value as Row[],
    undecodable: (record, field, value) => (refused.push([record, field, value]), value),
  });
  return { records, refused };
};

it('a table that contains itself ends with the records', () => {
  const tree: DecodeTable = table({
    int64: ['id'],
    nested: {
      get inside() {
        return tree;
      },
    },
  });
  expect(decode('[{"id":1,"inside":[{"id":2,"inside":{"id":"3"}},{"inside":null}]}]', tree).records).toEqual([
    { id: 1n, inside: [{ id: 2n, inside: { id: 3n } }, { inside: null }] },
  ]);
});

describe('a record', () => {
  const lists = table({ booleanStrings: ['on'], whole: ['count'], int64: ['id'] });
  it('is decoded by the lists of its table', () => {
    expect(decode('[{"on":"TRUE","count":"12","id":"7","other":"12"}]', lists)).toEqual({
      records: [{ on: true, count: 12, id: 7n, other: '12' }],
      refused: [],
    });
  });
  it.each(['true', '12'])('may have a field with any name that is not in the table: "%s" is kept', (text) => {
    expect(decode(`[{"undefined":"${text}","length":"${text}","":"${text}"}]`, lists).records).toEqual([
      { undefined: text, length: text, '': text },
    ]);
  });
  it.each([
    '{"on":"maybe"}',
    '{"count":"many"}',
    '{"id":"none"}',
    '{"id":1.5}',
  ])('%s is refused, and the other records are decoded', (bad) => {
    const { records, refused } = decode(`[{"on":"False"},${bad},{"id":9007199254740993}]`, lists);
    expect(refused).toEqual([['Thing', ...Object.entries(JSON.parse(bad) as Row).flat()]]);
    expect(records).toEqual([{ on: false }, JSON.parse(bad), { id: 9007199254740993n }]);
  });
});

describe('records inside a record', () => {
  it('may be absent or null', () => {
    expect(decode('[{"id":"a"},{"permissions":null},{"permissions":{"can_update":"True"}}]', workspaceDecode)).toEqual({
      records: [{ id: 'a' }, { permissions: null }, { permissions: { can_update: true } }],
      refused: [],
    });
  });
  it.each(['7', '"text"', '[null]', '[{},7]'])('are refused if they are not records: %s', (bad) => {
    const { records, refused } = decode(
      `[{"permissions":${bad}},{"permissions":{"can_update":"true"}}]`,
      workspaceDecode,
    );
    expect(refused).toEqual([['Workspace', 'permissions', JSON.parse(bad)]]);
    expect(records).toEqual([{ permissions: JSON.parse(bad) }, { permissions: { can_update: true } }]);
  });
  const lists = table({ int64: ['id'], nested: { parts: table({ record: 'Part', int64: ['id'] }) } });
  it('keep every digit, also if the outer record has a field with the same name', () => {
    const text =
      '[{"id":1,"parts":[{"id":9007199254740993},{"id":2}]},{"parts":{"id":9007199254740995}},{"id":9007199254740997}]';
    expect(decode(text, lists).records).toEqual([
      { id: 1n, parts: [{ id: 9007199254740993n }, { id: 2n }] },
      { parts: { id: 9007199254740995n } },
      { id: 9007199254740997n },
    ]);
  });
});

describe('the digits of a number', () => {
  const lists = table({ int64: ['id', 'size'] });
  it('stay with their record if others have none, a text, or the key twice', () => {
    const text =
      '[{"id":"7"},{"id":null,"size":3},{},{"id":1,"id":9007199254740993,"size":9007199254740995},{"id":5},{"id":""}]';
    expect(decode(text, lists)).toEqual({
      records: [
        { id: 7n },
        { id: undefined, size: 3n },
        {},
        { id: 9007199254740993n, size: 9007199254740995n },
        { id: 5n },
        { id: undefined },
      ],
      refused: [],
    });
  });
  it('stay with their field, whichever of the two comes first', () => {
    const text =
      '[{"size":9007199254740993,"id":1},{"id":9007199254740995,"size":2},{"id":"x","size":9007199254740997}]';
    expect(decode(text, lists)).toEqual({
      records: [
        { size: 9007199254740993n, id: 1n },
        { id: 9007199254740995n, size: 2n },
        { id: 'x', size: 9007199254740997n },
      ],
      refused: [['Thing', 'id', 'x']],
    });
  });
});
