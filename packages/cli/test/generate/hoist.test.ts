import { expect, test } from 'vitest';
import { hoistInlineRecords } from '../../src/generate/hoist.ts';
import type { Description, Schema } from '../../src/generate/model.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const flag: Schema = { type: 'string', 'x-decode': 'boolean' };
const big: Schema = { type: 'integer', format: 'int64' };
const text: Schema = { type: 'string' };
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const json = (schema: Schema) => ({ description: 'Ok.', content: { 'application/json': { schema } } });

const descriptionOf = (schemas: Record<string, Schema>, responses: object = {}): Description =>
  ({
    name: 'pets',
    file: 'pets.yaml',
    document: {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { summary: 'All.', get: { operationId: 'list-pets', summary: 'List.', responses } } },
      components: { schemas, parameters: {} },
    },
  }) as unknown as Description;

const hoisted = (schemas: Record<string, Schema>) =>
  hoistInlineRecords(descriptionOf(schemas)).document.components?.schemas;

test('a description without an inline record to decode is returned as it is', () => {
  for (const [schemas, responses] of [
    [{}, {}],
    [{ Pet: object({ inner: object({ a: text }), all: list(object({ a: text })), other: ref('Pet'), flag }) }, {}],
    [{ Pet: { allOf: [object({ flag }), ref('Base')] }, Base: object({}), Pets: list(ref('Pet')) }, {}],
    [{}, { 200: json(object({ a: text })), 201: { description: 'No body.' }, 202: json(list(text)) }],
    [{ Pet: object({ flag }) }, { 200: json({ anyOf: [list(ref('Pet')), ref('Pet')] }) }],
    [{}, { 200: json(object({ value: list(object({ a: text })) })) }],
    [{ Pet: object({ rows: list(list(object({ flag: big }))) }), Rows: list(list(object({ flag: big }))) }, {}],
    [{}, { 200: json(list(list(object({ big })))) }],
    [{}, { 204: { description: 'No body.' }, 404: json(object({ flag })), default: json(object({ flag })) }],
  ] as const) {
    const description = descriptionOf(schemas, responses);
    expect(hoistInlineRecords(description)).toBe(description);
  }
});

test('an inline record gets the name of its place, and the next one of that name a number', () => {
  expect(
    hoisted({
      Pet: object({ 'main-owner': object({ flag }, { description: 'Who owns it.' }), a: text }),
      PetMainOwner: object({ a: text }),
      PetMainOwner2: object({ a: text }),
    }),
  ).toEqual({
    Pet: object({ 'main-owner': { ...ref('PetMainOwner3'), description: 'Who owns it.' }, a: text }),
    PetMainOwner: object({ a: text }),
    PetMainOwner2: object({ a: text }),
    PetMainOwner3: object({ flag }, { description: 'Who owns it.' }),
  });
});

test('records inside inline records, lists and compositions get names too', () => {
  expect(
    hoisted({
      Pet: object({ owner: object({ home: object({ flag }), flag }) }),
      Pets: list(object({ flag })),
      Shop: object({ pets: list(object({ flag })), flags: list(text) }),
      Both: { allOf: [ref('Pet'), object({ more: object({ flag }) }), object({ a: text })] },
      Kept: { type: 'array' },
    }),
  ).toEqual({
    Pet: object({ owner: ref('PetOwner') }),
    PetOwner: object({ home: ref('PetOwnerHome'), flag }),
    PetOwnerHome: object({ flag }),
    Pets: list(ref('PetsItem')),
    PetsItem: object({ flag }),
    Shop: object({ pets: list(ref('ShopPetsItem')), flags: list(text) }),
    ShopPetsItem: object({ flag }),
    Both: { allOf: [ref('Pet'), object({ more: ref('BothMore') }), object({ a: text })] },
    BothMore: object({ flag }),
    Kept: { type: 'array' },
  });
});

test.each<[string, Schema, Schema, readonly string[]]>([
  ['a record', object({ flag }), ref('ListPetsResponse'), ['ListPetsResponse']],
  ['a list', list(object({ flag })), list(ref('ListPetsItem')), ['ListPetsItem']],
  [
    'a list in value',
    object({ value: list(object({ flag })) }, { description: 'All.' }),
    object({ value: list(ref('ListPetsItem')) }, { description: 'All.' }),
    ['ListPetsItem'],
  ],
  [
    'a list in value beside more',
    object({ value: list(object({ flag })), next: text }),
    ref('ListPetsResponse'),
    ['ListPetsResponse', 'ListPetsResponseValueItem'],
  ],
  [
    'a record in value',
    object({ value: object({ flag }) }),
    ref('ListPetsResponse'),
    ['ListPetsResponse', 'ListPetsResponseValue'],
  ],
  [
    'a choice',
    { description: 'One.', oneOf: [list(object({ big })), text] },
    { description: 'One.', oneOf: [list(ref('ListPetsItem')), text] },
    ['ListPetsItem'],
  ],
  ['any of', { anyOf: [text, object({ big })] }, { anyOf: [text, ref('ListPetsResponse')] }, ['ListPetsResponse']],
])('the response of an operation: %s', (_what, schema, expected, names) => {
  const other = { description: 'No.', content: { 'text/plain': { schema: text } } };
  const failure = json(object({ flag }));
  const before = descriptionOf({ Pet: object({ flag }) }, { 200: json(schema), 202: other, 400: failure });
  const { document } = hoistInlineRecords(before);
  expect(document.paths).toEqual({
    '/pets': {
      summary: 'All.',
      get: {
        operationId: 'list-pets',
        summary: 'List.',
        responses: { 200: json(expected), 202: other, 400: failure },
      },
    },
  });
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(['Pet', ...names]);
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Pets' }, components: { parameters: {} } });
});

test('a response by reference is resolved, and only its JSON changes', () => {
  const before = descriptionOf({}, { 200: { $ref: '#/components/responses/Pets' } });
  const responses = {
    Pets: { description: 'Ok.', content: { 'text/csv': {}, 'application/json': { schema: object({ flag }) } } },
  };
  const document = { ...before.document, components: { ...before.document.components, responses } };
  const after = hoistInlineRecords({ ...before, document: document as unknown as Description['document'] });
  expect(after.document.paths?.['/pets']?.get?.responses).toEqual({
    200: { description: 'Ok.', content: { 'text/csv': {}, 'application/json': { schema: ref('ListPetsResponse') } } },
  });
});

test('x-decode outside records is refused with the schema, or the operation, that has it', () => {
  expect(() => hoisted({ Pet: object({ a: { anyOf: [flag] } }) })).toThrow(
    /^pets\.yaml has x-decode at #\/components\/schemas\/Pet\/properties\/a\/anyOf\/0,/,
  );
  expect(() => hoistInlineRecords(descriptionOf({}, { 200: json(list(flag)) }))).toThrow(
    /^pets\.yaml has x-decode at the response of list-pets\/items,/,
  );
  expect(hoisted({ Flag: flag })).toEqual({ Flag: flag });
});
