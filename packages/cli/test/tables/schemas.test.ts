import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GeneratedApi } from '../support/generated-api.ts';

const text = { type: 'string' };
const int64 = { type: 'integer', format: 'int64' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const choice = {
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: { propertyName: 'kind', mapping: { cat: ref('Cat').$ref, dog: ref('Dog').$ref } },
};

/** Schemas that generators are known to get wrong, each returned by an operation of its own. */
const schemas = {
  Cat: object({ kind: { const: 'cat' }, meows: text }, { required: ['kind'] }),
  Dog: object({ kind: { const: 'dog' }, barks: int64 }, { required: ['kind'] }),
  Pet: choice,
  // openapi-ts/openapi-typescript#1690 and #1464: the members lose the property that tells them apart.
  OwnedPet: { allOf: [ref('Pet'), object({ owner: text })] },
  OwnedInline: { allOf: [choice, object({ owner: text })] },
  OwnedTwice: { allOf: [ref('OwnedPet'), object({ since: text })] },
  ChoiceBeside: { ...object({ owner: text }), ...choice },
  // A schema with a discriminator that is no choice: its subtypes are composed of it.
  Vehicle: object(
    { type: text, wheels: { type: 'integer' } },
    { required: ['type'], discriminator: { propertyName: 'type', mapping: { car: ref('Car').$ref } } },
  ),
  Car: { allOf: [ref('Vehicle'), object({ doors: { type: 'integer' } })] },
  // openapi-ts/openapi-typescript#1892: a tuple has no other items.
  Tuple: { type: 'array', prefixItems: [text, { type: 'integer' }] },
  TupleRest: { type: 'array', prefixItems: [text], items: { type: 'integer' } },
  TupleClosed: { type: 'array', prefixItems: [text, text], items: false, minItems: 1 },
  TupleNull: { type: ['array', 'null'], prefixItems: [text], maxItems: 1 },
  TupleUntyped: { prefixItems: [text], items: { type: 'boolean' } },
  // openapi-ts/openapi-typescript#348 made it an intersection: the type of the other members excludes the fields.
  PatternBeside: object({ name: text }, { patternProperties: { '^x-': { type: 'integer' } } }),
  MapBeside: object({ name: text, when: { type: ['string', 'null'] } }, { additionalProperties: { type: 'integer' } }),
  PatternClosed: object(
    { name: text },
    { patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false },
  ),
  AnyBeside: object({ name: text }, { additionalProperties: true }),
  // openapi-ts/openapi-typescript#1474: what is required in another member stays optional.
  Base: object({ a: text, b: int64 }),
  Derived: { allOf: [ref('Base'), object({ c: text })] },
  RequiredBeside: { required: ['a'], allOf: [ref('Base'), object({ c: text })] },
  RequiredInMember: { allOf: [ref('Base'), { required: ['a', 'b'] }] },
  RequiredInOther: { allOf: [object({ a: text }), object({ c: text }, { required: ['a', 'c'] })] },
  RequiredInherited: { allOf: [ref('Derived'), { type: 'object', required: ['a', 'b', 'c'] }] },
  RequiredNested: { allOf: [{ allOf: [object({ a: text })] }, { required: ['a'] }] },
  // A mixed enumeration was `unknown` in records, and closed on the wire.
  Mixed: object({ value: { enum: ['auto', 1, true, null] }, list: { type: 'array', items: { enum: ['a', 2] } } }),
  Constants: object(
    { nothing: { const: null }, one: { const: 1 }, yes: { const: true } },
    { required: ['nothing', 'one', 'yes'] },
  ),
  Booleans: object({ any: true, none: false, list: { type: 'array', items: false } }),
  AnyValue: true,
  NoValue: false,
  Nulls: object({
    texts: { type: 'array', items: { type: ['string', 'null'] } },
    records: { type: 'array', items: { oneOf: [ref('Base'), { type: 'null' }] } },
    inline: { type: 'array', items: { type: ['object', 'null'], properties: { id: int64 } } },
  }),
  Untyped: { items: text },
} as const;

const document = {
  openapi: '3.1.0',
  info: { title: 'Schemas', version: '1' },
  paths: Object.fromEntries(
    Object.keys(schemas).map((name) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          responses: { 200: { description: 'Ok.', content: { 'application/json': { schema: ref(name) } } } },
        },
      },
    ]),
  ),
  components: { schemas },
};

let api: GeneratedApi;
beforeAll(async () => {
  api = await GeneratedApi.of(document);
});
afterAll(() => api.remove());

/** What a schema is, and is not, as statements about `call`. Those that follow `// @ts-expect-error` must not compile. */
const STATEMENTS = `
  const pet = await call('OwnedPet');
  pet.owner satisfies string | undefined;
  if (pet.kind === 'cat') pet.meows satisfies string | undefined;
  if (pet.kind === 'dog') pet.barks satisfies number | undefined;
  // @ts-expect-error only a cat has it
  pet.meows;
  const inline = await call('OwnedInline');
  if (inline.kind === 'cat') inline.meows satisfies string | undefined;
  inline.owner satisfies string | undefined;
  const twice = await call('OwnedTwice');
  if (twice.kind === 'dog') twice.since satisfies string | undefined;
  const beside = await call('ChoiceBeside');
  if (beside.kind === 'cat') beside.owner satisfies string | undefined;
  (await call('Car')).type satisfies string;
  (await call('Car')).wheels satisfies number | undefined;

  same<Api.Tuple, [string, number, ...unknown[]]>(true);
  same<Api.TupleRest, [string, ...number[]]>(true);
  same<Api.TupleClosed, [string, string?]>(true);
  same<Api.TupleNull, [string] | null>(true);
  same<Api.TupleUntyped, [string, ...boolean[]]>(true);
  same<ApiComponents['schemas']['TupleRest'], [string, ...number[]]>(true);

  // The types of requests, which a program makes, are in directions.test.ts.
  (await call('PatternBeside')).name satisfies string | undefined;
  (await call('PatternBeside'))['x-1'] satisfies number | undefined;
  (await call('PatternClosed'))['x-1'] satisfies number | undefined;
  (await call('MapBeside')).when satisfies string | null | undefined;
  (await call('MapBeside')).other satisfies number | undefined;
  ({ name: 'a', other: {} }) satisfies Api.AnyBeside;

  (await call('RequiredBeside')).a satisfies string;
  (await call('RequiredInMember')).a satisfies string;
  (await call('RequiredInMember')).b satisfies bigint;
  (await call('RequiredInOther')).a satisfies string;
  (await call('RequiredInherited')).a satisfies string;
  (await call('RequiredInherited')).b satisfies bigint;
  (await call('RequiredNested')).a satisfies string;
  ({ a: 'a', b: 1, c: 'c' }) satisfies ApiComponents['schemas']['RequiredInherited'];
  // @ts-expect-error a is required
  ({ b: 1, c: 'c' }) satisfies ApiComponents['schemas']['RequiredInherited'];
  // @ts-expect-error a is required
  ({ c: 'c' }) satisfies ApiComponents['schemas']['RequiredInOther'];
  // @ts-expect-error a is not required where nothing says so
  (await call('Derived')).a satisfies string;

  ({ value: 'auto' }) satisfies Api.Mixed;
  ({ value: 2, list: ['other', 3] }) satisfies Api.Mixed;
  ({ value: null }) satisfies ApiComponents['schemas']['Mixed'];
  // @ts-expect-error no object
  ({ list: [{}] }) satisfies Api.Mixed;
  // @ts-expect-error no object
  ({ value: {} }) satisfies Api.Mixed;
  same<Api.Constants['nothing'], null>(true);
  same<Api.Constants['one'], 1>(true);
  same<Api.Constants['yes'], true>(true);
  same<ApiComponents['schemas']['Constants']['nothing'], null>(true);
  same<Api.Booleans['any'], unknown>(true);
  same<Api.Booleans['none'], undefined>(true);
  same<NonNullable<Api.Booleans['list']>, never[]>(true);
  same<Api.AnyValue, unknown>(true);
  same<Api.NoValue, never>(true);

  same<NonNullable<Api.Nulls['texts']>, (string | null)[]>(true);
  (await call('Nulls')).records?.[0] satisfies object | null | undefined;
  (await call('Nulls')).inline?.[0] satisfies { id?: number } | null | undefined;
  // @ts-expect-error an item may be null
  (await call('Nulls')).records?.[0] satisfies object | undefined;
  // @ts-expect-error an item may be null
  (await call('Nulls')).inline?.[0] satisfies object | undefined;
  same<Api.Untyped, string[]>(true);
`;

test('the types say what the document says', async () => {
  expect(await api.compile(STATEMENTS)).toBe('');
});

describe('what arrives has the type', () => {
  test.each<[string, string, unknown]>([
    ['OwnedPet', '{"kind":"dog","barks":3,"owner":"a"}', { kind: 'dog', barks: 3, owner: 'a' }],
    ['TupleRest', '["a",1,2]', ['a', 1, 2]],
    ['PatternBeside', '{"name":"a","x-1":1}', { name: 'a', 'x-1': 1 }],
    ['RequiredInMember', '{"a":"a","b":9007199254740993}', { a: 'a', b: 9007199254740993n }],
    ['RequiredInherited', '{"a":"a","b":1,"c":"c"}', { a: 'a', b: 1n, c: 'c' }],
    ['Mixed', '{"value":true,"list":["a",2]}', { value: true, list: ['a', 2] }],
    ['Constants', '{"nothing":null,"one":1,"yes":true}', { nothing: null, one: 1, yes: true }],
    ['AnyValue', '[{}]', [{}]],
    [
      'Nulls',
      '{"texts":[null,"a"],"records":[null],"inline":[null,{"id":7}]}',
      { texts: [null, 'a'], records: [null], inline: [null, { id: 7 }] },
    ],
  ])('%s: %s', async (id, body, expected) => {
    const { call } = await api.serve({ status: 200, headers: { 'content-type': 'application/json' }, body });
    expect(await call(id)).toEqual(expected);
  });
});
