import { expect, test } from 'vitest';
import {
  createIsDecodable,
  decodingOf,
  fieldsOf,
  follow,
  heldBy,
  isRecord,
  lostDecodings,
  recordHeldBy,
  refuseLostDecoding,
  typesOf,
} from '../../src/generate/decodable.ts';
import type { Schema } from '../../src/generate/model.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text: Schema = { type: 'string' };
const flag: Schema = { type: 'string', 'x-decode': 'boolean' };
const big: Schema = { type: 'integer', format: 'int64' };
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });

const named = new Map<string, Schema>(
  Object.entries({
    Pet: object({ name: text, owner: ref('Owner') }),
    Owner: object({ pets: { type: 'array', items: ref('Pet') }, rich: flag }),
    Plain: object({ name: text, inner: object({ more: text }), self: ref('Plain') }),
    Alias: ref('Pet'),
    Loop: ref('Pool'),
    Pool: ref('Loop'),
    Gone: ref('Absent'),
    Flag: flag,
    Pets: { type: 'array', items: ref('Pet') },
    Base: object({ id: text, both: text }),
    Composed: { allOf: [ref('Base'), { ...object({ own: big, both: flag }), allOf: [ref('Composed')] }] },
    Map: { type: 'object', additionalProperties: text },
  }),
);

test.each<[Schema, readonly string[]]>([
  [{}, []],
  [text, ['string']],
  [{ type: ['null', 'string', 'integer'] }, ['string', 'integer']],
])('the types of %j', (schema, types) => expect(typesOf(schema)).toEqual(types));

test.each<[string, Schema, Schema]>([
  ['no reference', text, text],
  ['a reference', ref('Flag'), flag],
  ['a reference to a reference', ref('Alias'), named.get('Pet') ?? {}],
  ['a cycle of references', ref('Loop'), {}],
  ['a reference to nothing', ref('Gone'), {}],
  ['a reference to a parameter', { $ref: '#/components/parameters/Pet' }, {}],
])('%s is followed', (_what, schema, target) => expect(follow(schema, named)).toEqual(target));

test('a hundred references are followed, and no more', () => {
  const chain = (length: number) =>
    follow(
      ref('N0'),
      new Map(Array.from({ length }, (_, index) => [`N${index}`, index === length - 1 ? text : ref(`N${index + 1}`)])),
    );
  expect(chain(100)).toBe(text);
  expect(chain(101)).toEqual({});
});

test('the fields of a composed record are those of its parts, the last one of a name', () => {
  expect(fieldsOf(named.get('Composed') ?? {}, named)).toEqual({ id: text, both: flag, own: big });
  expect(fieldsOf(ref('Pet'), named)).toEqual({ name: text, owner: ref('Owner') });
  expect(fieldsOf({}, named)).toEqual({});
});

test.each<[string, Schema, boolean]>([
  ['an object with fields', object({ a: text }), true],
  ['an object without a type', { properties: { a: text } }, true],
  ['a reference to one', ref('Alias'), true],
  ['a composed one', ref('Composed'), true],
  ['an object without fields', { type: 'object' }, false],
  ['a map', ref('Map'), false],
  ['a list', ref('Pets'), false],
  ['a text', text, false],
])('%s is a record: %j, %s', (_what, schema, isOne) => expect(isRecord(schema, named)).toBe(isOne));

test.each<[string, Schema, Schema, string | undefined]>([
  ['a reference to a record', ref('Pet'), ref('Pet'), 'Pet'],
  ['another name for a record', ref('Alias'), ref('Alias'), 'Pet'],
  ['a list of records', { type: 'array', items: ref('Pet') }, ref('Pet'), 'Pet'],
  ['a list that may be null', { type: ['array', 'null'], items: ref('Pet') }, ref('Pet'), 'Pet'],
  ['a named list', ref('Pets'), ref('Pet'), 'Pet'],
  ['a list of anything', { type: 'array' }, { type: 'array' }, undefined],
  ['items without a list', { items: ref('Pet') }, { items: ref('Pet') }, undefined],
  ['a scalar with a name', ref('Flag'), ref('Flag'), undefined],
  ['a cycle of names', ref('Loop'), ref('Loop'), undefined],
  ['a name of nothing', ref('Gone'), ref('Gone'), undefined],
  ['an inline record', object({ a: text }), object({ a: text }), undefined],
])('what a field holds: %s', (_what, field, held, record) => {
  expect(heldBy(field, named)).toEqual(held);
  expect(recordHeldBy(field, named)).toBe(record);
});

test.each<[Schema, string | undefined]>([
  [flag, 'boolean'],
  [{ type: 'string', 'x-decode': 'integer' }, 'integer'],
  [big, 'int64'],
  [{ type: ['integer', 'null'], format: 'int64' }, 'int64'],
  [{ type: ['integer', 'string'], format: 'int64' }, undefined],
  [{ type: 'string', format: 'int64' }, undefined],
  [{ type: 'integer', format: 'int32' }, undefined],
  [{ type: 'integer' }, undefined],
])('the decoding of %j is %s', (schema, decoding) => expect(decodingOf(schema)).toBe(decoding));

test.each<[string, Schema, boolean]>([
  ['a field of its own', object({ a: text, b: flag }), true],
  ['a field by reference', object({ a: ref('Flag') }), true],
  ['a record inside a record', ref('Pet'), true],
  ['a list inside a record', object({ a: ref('Pets') }), true],
  ['a part of a composition', ref('Composed'), true],
  ['nothing, although it contains itself', ref('Plain'), false],
  ['nothing in a map', object({ a: ref('Map') }), false],
])('something is decoded in: %s', (_what, schema, isOne) => {
  const isDecodable = createIsDecodable(named);
  expect([isDecodable(schema), isDecodable(schema)]).toEqual([isOne, isOne]);
});

test('what was found out before does not change the answer', () => {
  const isDecodable = createIsDecodable(named);
  for (const [name, isOne] of [
    ['Plain', false],
    ['Owner', true],
    ['Pet', true],
    ['Plain', false],
    ['Base', false],
    ['Composed', true],
  ] as const)
    expect([name, isDecodable(ref(name))]).toEqual([name, isOne]);
  expect(isDecodable(object({ a: ref('Plain'), b: ref('Pet') }))).toBe(true);
  expect(isDecodable(object({ a: ref('Plain'), b: ref('Base') }))).toBe(false);
});

test.each<[string, Schema, boolean, readonly string[]]>([
  ['a field', object({ a: flag }), false, []],
  ['a field of a record in a list', { type: 'array', items: object({ a: flag }) }, false, []],
  ['a field of a composed record in a list', { type: 'array', items: { allOf: [object({ a: flag })] } }, false, []],
  ['a field that is called x-decode', object({ 'x-decode': text }), false, []],
  ['a scalar with a name', flag, true, []],
  ['a scalar elsewhere', flag, false, ['']],
  ['two choices', { anyOf: [text, flag], oneOf: [object({ a: flag })] }, false, ['/anyOf/1', '/oneOf/0/properties/a']],
  ['a map', object({ a: { additionalProperties: flag } }), false, ['/properties/a/additionalProperties']],
  ['a map of anything', { additionalProperties: true } as Schema, false, []],
  ['a list of scalars', object({ a: { type: 'array', items: flag } }), false, ['/properties/a/items']],
  ['a part', { allOf: [text, flag] }, false, ['/allOf/1']],
])('x-decode in %s', (_what, schema, isNamed, places) => {
  expect(lostDecodings(schema, 'at', isNamed).map(({ pointer }) => pointer)).toEqual(places.map((at) => `at${at}`));
});

test('an error names every place and every unknown value', () => {
  const unknown = { type: 'string', 'x-decode': 'yes' } as unknown as Schema;
  const refuse = () => refuseLostDecoding('pets.yaml', object({ a: unknown, b: { anyOf: [flag] } }), '#');
  expect(refuse).toThrow(
    'pets.yaml has x-decode at #/properties/b/anyOf/0, where the clients do not decode: they decode fields of objects, ' +
      'and not in anyOf, oneOf, additionalProperties, arrays of strings or arrays of arrays. Move it, or remove it\n' +
      'pets.yaml has x-decode "yes" at #/properties/a, but it must be boolean or integer',
  );
  expect(() => refuseLostDecoding('pets.yaml', object({ a: flag }), '#')).not.toThrow();
});

test.each<[Schema['type'], string]>([
  ['string', ''],
  [['string', 'null'], ''],
  [undefined, ''],
  ['integer', 'found integer'],
  ['boolean', 'found boolean'],
  [['string', 'integer'], 'found string or integer'],
])('x-decode decodes strings, and the type %j is refused if it is another', (type, says) => {
  const reasons = (['boolean', 'integer'] as const).map((decode) => {
    const field = { ...(type && { type }), 'x-decode': decode };
    return lostDecodings({ type: 'object', properties: { a: field } }, '#').map(({ reason }) => reason);
  });
  const reason = `has x-decode at #/properties/a, where the type must be string, ${says}`;
  expect(reasons).toEqual(says === '' ? [[], []] : [[reason], [reason]]);
});
