import type { ClientResponse } from '@syncline/core/internal';
import type { DecodeTable } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { type ReadTarget, readOrdinary } from '../../src/decode/ordinary.ts';
import { decodeOrdinary } from '../../src/decode/ordinary-records.ts';

const lists = { booleanStrings: [], whole: [], integers: [], booleans: [], int64: [], nested: {} };
const part: DecodeTable = { record: 'Part', ...lists, int64: ['size'] };
const table: DecodeTable = { record: 'Thing', ...lists, int64: ['id'], nested: { parts: part } };

const read = (text: string, kind?: ReadTarget['kind'], by: DecodeTable = table, link?: string): unknown => {
  const target = kind && { kind, table: by, settings: { tables: { decodeOrdinary } } as never, progress: undefined };
  return readOrdinary(
    { text: () => text, headers: new Headers(link === undefined ? {} : { link }) } as never as ClientResponse,
    target,
  );
};

// The careful reader would return the same values, only more slowly. A direct call shows which reader is used.
describe('an ordinary response is read without the careful reader', () => {
  it.each<[string, ReadTarget['kind'] | undefined, unknown]>([
    ['{"id":7,"a":[1]}', 'record', { id: 7n, a: [1] }],
    ['{"id":"9007199254740993"}', 'record', { id: 9007199254740993n }],
    ['{"a":"1"}', 'record', { a: '1' }],
    ['{"id":null,"a":"\\u00e9"}', 'record', { id: undefined, a: 'é' }],
    ['{"parts":[{"size":1},{}]}', 'record', { parts: [{ size: 1n }, {}] }],
    ['{"parts":{"size":1}}', 'record', { parts: { size: 1n } }],
    ['{"parts":null}', 'record', { parts: null }],
    ['[]', 'collection', []],
    ['[{"id":1},{}]', 'collection', [{ id: 1n }, {}]],
    ['{"value":[{"id":1}]}', 'collection', [{ id: 1n }]],
    ['{"@odata.context":"c","odata.metadata":"m","value":[]}', 'collection', []],
    ['{"odata.context":"c","@odata.metadata":"m","value":[]}', 'collection', []],
    ['{"anything":[7]}', undefined, { anything: [7] }],
    ['7', undefined, 7],
  ])('%s (%s)', (text, kind, value) => expect(read(text, kind)).toEqual(value));
});

describe('the careful reader is used for', () => {
  it.each<[string, ReadTarget['kind'] | undefined]>([
    ['no JSON', 'record'],
    ['[7]', 'collection'],
    ['7', 'collection'],
    ['[]', 'record'],
    ['null', 'record'],
    ['{"error":"x"}', 'record'],
    ['{"error":null}', undefined],
    ['{"__proto__":1}', undefined],
    ['{"\\u005f_proto__":1}', 'record'],
    ['{"\\u005F_proto__":1}', 'record'],
    ['{"v\\u0061lue":[]}', 'collection'],
    ['{"value":[],"value":[]}', 'collection'],
    ['{"value":[],"more":1}', 'collection'],
    ['{"value":[],"x@odata.context":1}', 'collection'],
    ['{"value":[],"odata.contexts":1}', 'collection'],
    ['{"id":9007199254740993}', 'record'],
    ['{"id":1.5}', 'record'],
    ['{"parts":7}', 'record'],
    ['{"parts":[7]}', 'record'],
    ['{"parts":[[]]}', 'record'],
    ['{"parts":[{"size":true}]}', 'record'],
  ])('%s (%s)', (text, kind) => expect(() => read(text, kind)).toThrow());

  it('a list with a link', () => {
    expect(() => read('[]', 'collection', table, '</next>; rel="next"')).toThrow();
    expect(read('{}', 'record', table, '</next>; rel="next"')).toEqual({});
  });

  it.each([
    'booleanStrings',
    'booleans',
    'whole',
    'integers',
  ] as const)('%s of a table without a function that decodes them', (list) => {
    expect(() => read('{"a":"1"}', 'record', { ...table, [list]: ['a'] })).toThrow();
    expect(read('{"a":"1"}', 'record', { ...table, [list]: ['a'], each: () => {} })).toEqual({ a: '1' });
  });
});
