import { expect, test } from 'vitest';
import { compare } from '../../src/diff/compare.ts';
import type { Description } from '../../src/generate/model.ts';

const text = { type: 'string' };
const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: text, size: { enum: ['s', 'm'] } },
};
const ref = { $ref: '#/components/schemas/Pet' };

/** A document whose one operation sends and receives the same schema, in a property and in a list. */
const documentOf = (schema: unknown, more: object = {}, openapi = '3.1.0'): Description => {
  const content = {
    'application/json': {
      schema: { type: 'object', properties: { one: schema, many: { type: 'array', items: schema } } },
    },
  };
  const post = {
    operationId: 'sendPet',
    requestBody: { content },
    responses: { 200: { description: 'Fine.', content } },
  };
  const document = {
    openapi,
    info: { title: 'pets', version: '1' },
    paths: { '/pets': { post } },
    components: { schemas: { Pet: pet } },
    ...more,
  };
  return { name: 'pets', file: 'pets.yaml', document: document as unknown as Description['document'] };
};

test.each<[string, unknown, unknown, string?]>([
  ['a reference in an allOf', ref, { allOf: [ref] }],
  ['a reference in an allOf with a description', ref, { allOf: [ref], description: 'A pet.' }],
  ['a reference in an anyOf', ref, { anyOf: [ref] }],
  ['a reference in a oneOf in an allOf', ref, { allOf: [{ oneOf: [ref] }] }],
  ['a reference with a description', ref, { ...ref, description: 'A pet.' }],
  ['the schema in place of its reference', ref, pet],
  [
    'an allOf in several parts',
    pet,
    {
      allOf: [
        { type: 'object', properties: { id: { type: 'integer' }, name: text } },
        { required: ['name', 'id'], properties: { size: { enum: ['m', 's'] } } },
      ],
    },
  ],
  [
    'a part of an allOf in place of its reference',
    { allOf: [ref, { properties: { more: text } }] },
    { allOf: [pet, { properties: { more: text } }] },
  ],
  ['null as a type and as an alternative', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
  ['a reference or null', { anyOf: [ref, { type: 'null' }] }, { oneOf: [{ type: 'null' }, { allOf: [ref] }] }],
  ['types as alternatives', { type: ['string', 'integer'] }, { anyOf: [text, { type: 'integer' }] }],
  ['types in another order', { type: ['string', 'integer'] }, { type: ['integer', 'string'] }],
  ['a constant', { const: 'a' }, { enum: ['a'] }],
  ['a constant with its type', { const: 'a' }, { type: 'string', const: 'a' }],
  ['values in another order', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['b', 'a'] }],
  ['required fields in another order', pet, { ...pet, required: ['name', 'id'] }],
  ['an object without its type', pet, { required: pet.required, properties: pet.properties }],
  ['a list without its type', { type: 'array', items: text }, { items: text }],
  ['a limit that says nothing', text, { ...text, minLength: 0 }],
  ['an empty schema', {}, true],
  ['fields that are allowed anyway', pet, { ...pet, unevaluatedProperties: true }],
  ['alternatives in another order', { oneOf: [ref, text] }, { oneOf: [text, ref] }],
  [
    'an exclusive limit of OpenAPI 3.0',
    { type: 'number', minimum: 0, exclusiveMinimum: false },
    { type: 'number', minimum: 0 },
    '3.0.3',
  ],
  ['nullable of OpenAPI 3.0', { ...text, nullable: true }, { anyOf: [{ ...text, nullable: true }] }, '3.0.3'],
  ['what stands beside a reference of OpenAPI 3.0', ref, { ...ref, type: 'string' }, '3.0.3'],
])('%s makes no difference', (_title, before, after, openapi = '3.1.0') => {
  for (const [old, now] of [
    [before, after],
    [after, before],
  ]) {
    const { changes } = compare([documentOf(old, {}, openapi)], [documentOf(now, {}, openapi)]);
    expect(changes.filter(({ bump }) => bump !== 'patch').map(({ message }) => message)).toEqual([]);
  }
});

test('a schema of OpenAPI 3.0 and the same schema of OpenAPI 3.1 are equal', () => {
  const before = { type: 'number', minimum: 0, exclusiveMinimum: true, nullable: true };
  const after = { type: ['number', 'null'], exclusiveMinimum: 0 };
  const { bump } = compare([documentOf(before, {}, '3.0.3')], [documentOf(after)]);
  expect(bump).toBe('patch');
});

test('where a parameter, a body and a response are described makes no difference', () => {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const name = { name: 'X-Name', in: 'header', schema: text };
  const body = { content: { 'application/json': { schema: ref } } };
  const answer = { description: 'Fine.', content: { 'application/json; charset=utf-8': { schema: ref } } };
  const here = documentOf(ref, {
    paths: {
      '/pets/{id}': {
        get: {
          operationId: 'sendPet',
          parameters: [limit, name],
          security: [{ a: [] }, { b: [] }],
          requestBody: body,
          responses: { 200: answer },
        },
      },
    },
  });
  const there = documentOf(ref, {
    security: [{ b: [] }, { a: [] }],
    paths: {
      '/pets/{id}': {
        parameters: [{ $ref: '#/components/parameters/limit' }],
        get: {
          operationId: 'sendPet',
          parameters: [{ ...name, name: 'x-name', style: 'simple', explode: true }],
          requestBody: { $ref: '#/components/requestBodies/pet' },
          responses: { 200: { $ref: '#/components/responses/pet' } },
        },
      },
    },
    components: {
      schemas: { Pet: pet },
      parameters: { limit },
      requestBodies: { pet: body },
      responses: { pet: { ...answer, content: { 'application/json': { schema: ref } } } },
    },
  });
  const changes = compare([here], [there]).changes.filter(({ bump }) => bump !== 'patch');
  expect(changes.map(({ bump, message }) => `${bump} ${message}`)).toEqual([
    'minor The parameter `limit` was added.',
    'minor The response `pet` was added.',
    'minor The request body `pet` was added.',
  ]);
});

test('a schema is compared in the directions in which both versions use it', () => {
  const size = (values: readonly string[]): object => ({
    schemas: { Pet: { ...pet, properties: { size: { enum: values } } } },
  });
  const paths = (use: object): object => ({
    paths: { '/pets': { post: { operationId: 'sendPet', responses: { 204: { description: 'Fine.' } }, ...use } } },
  });
  const body = { content: { 'application/json': { schema: { allOf: [ref] } } } };
  const sent = { requestBody: body };
  const received = { responses: { 200: { description: 'Fine.', ...body } } };
  const bumpOf = (use: object, before: readonly string[], after: readonly string[]): string => {
    const [old, now] = [before, after].map((values) =>
      documentOf(ref, { ...paths(use), components: size(values) }),
    ) as [Description, Description];
    const { changes } = compare([old], [now]);
    return changes.map(({ bump, message, why }) => `${bump} ${message} (${why})`).join();
  };
  const lost = '`Pet.size` lost the value "m".';
  expect(bumpOf(sent, ['s', 'm'], ['s'])).toBe(`major ${lost} (the service refuses calls that send a lost value)`);
  expect(bumpOf(received, ['s', 'm'], ['s'])).toBe(
    `minor ${lost} (responses no longer have a lost value: code that compares it still compiles)`,
  );
  expect(bumpOf({ ...sent, ...received }, ['s', 'm'], ['s'])).toBe(
    `major ${lost} (the service refuses calls that send a lost value)`,
  );
  expect(bumpOf({ ...sent, ...received }, ['s'], ['s', 'm'])).toBe(
    'minor `Pet.size` gained the value "m". (enumerations of responses are open: an unknown value compiles and is passed on)',
  );
});

test('a schema that contains itself is compared', () => {
  const tree = (more: object): object => ({
    schemas: {
      Pet: {
        type: 'object',
        properties: {
          pets: { type: 'array', items: ref },
          other: { allOf: [ref, { $ref: '#/components/schemas/Other' }] },
          ...more,
        },
      },
      Other: { allOf: [ref, { $ref: '#/components/schemas/Other' }] },
    },
  });
  const { changes } = compare(
    [documentOf(ref, { components: tree({ old: text }) })],
    [documentOf({ $ref: '#/components/schemas/Other' }, { components: tree({}) })],
  );
  expect(changes.map(({ message }) => message)).toContain('`Pet.old` was removed.');
});
