import { expect, test } from 'vitest';
import type { Description } from '../../src/generate/model.ts';
import { jsonSchemaOf } from '../../src/generate/media.ts';
import { collectOperations, wireResponses } from '../../src/generate/operations.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (name: string) => ({ type: 'array', items: ref(name) });
const value = (name: string) => ({ type: 'object', properties: { value: list(name) } });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const schemas = {
  Pet: { type: 'object', properties: { name: { type: 'string' } } },
  Bare: { properties: { name: { type: 'string' } } },
  Empty: {},
  Whole: { allOf: [{ description: 'A note.' }, ref('Pet')] },
  Parts: { allOf: [{ type: 'string' }, { type: 'integer' }] },
  Any: { anyOf: [ref('Pet'), ref('Bare')] },
  One: { oneOf: [ref('Pet'), { type: 'string' }] },
  Nullable: { type: ['object', 'null'], properties: {} },
  Text: { type: 'string' },
  Loop: { anyOf: [ref('Loop')] },
  Pets: list('Pet'),
};

const descriptionOf = (operation: object, name = 'pets'): Description =>
  ({
    name,
    file: `${name}.yaml`,
    document: { openapi: '3.1.0', paths: { '/pets': { get: operation } }, components: { schemas } },
  }) as unknown as Description;
const entryOf = (operation: object) => collectOperations([descriptionOf({ operationId: 'a', ...operation })])[0];

test.each<[string, object, string, string | null]>([
  ['a record', ref('Pet'), 'record', 'Pet'],
  ['a record without a type', ref('Bare'), 'record', 'Bare'],
  ['a schema that allows anything', ref('Empty'), 'unknown', null],
  ['a composition with an object', ref('Whole'), 'record', 'Whole'],
  ['a choice of objects', ref('Any'), 'record', 'Any'],
  ['a composition without an object', ref('Parts'), 'unknown', null],
  ['a choice with a text', ref('One'), 'unknown', null],
  ['an object that may be null', ref('Nullable'), 'unknown', null],
  ['a text', ref('Text'), 'unknown', null],
  ['a choice of itself', ref('Loop'), 'unknown', null],
  ['an inline object', { type: 'object', properties: { name: {} } }, 'unknown', null],
  ['a list', list('Pet'), 'collection', 'Pet'],
  ['a named list', ref('Pets'), 'collection', 'Pet'],
  ['a list of texts', list('Text'), 'unknown', null],
  ['a list of anything', { type: 'array' }, 'unknown', null],
  ['a list in value', value('Pet'), 'collection', 'Pet'],
  ['a list in value of texts', value('Text'), 'unknown', null],
  ['a list in value beside more', { properties: { ...value('Pet').properties, next: {} } }, 'unknown', null],
  ['a text in value', { properties: { value: { type: 'string' } } }, 'unknown', null],
  ['both envelopes', { anyOf: [list('Pet'), value('Pet')] }, 'collection', 'Pet'],
  ['both envelopes, one of them', { oneOf: [list('Pet'), value('Pet')] }, 'collection', 'Pet'],
  ['lists of different records', { anyOf: [list('Pet'), list('Bare')] }, 'unknown', null],
  ['a list or a record', { anyOf: [list('Pet'), ref('Pet')] }, 'unknown', null],
])('a response with %s', (_what, schema, kind, record) => {
  expect(entryOf({ responses: { 200: json(schema) } })?.response).toEqual({ kind, record });
});

test('a response without JSON, and no response at all, are unknown', () => {
  for (const responses of [{ 204: {} }, {}, undefined, { 200: { content: { 'text/csv': { schema: {} } } } }])
    expect(entryOf({ responses })?.response).toEqual({ kind: 'unknown', record: null });
});

test('the first success with JSON counts, and no failure', () => {
  const responses = { 404: json(ref('Bare')), 202: {}, 200: json(ref('Pet')), default: json(ref('Any')) };
  expect(entryOf({ responses })?.response.record).toBe('Pet');
});

test.each<[string, object, string | null]>([
  ['a client error', { 404: json(ref('Pet')), default: json(ref('Bare')) }, 'Pet'],
  ['the default', { 500: json(ref('Pet')), default: json(ref('Bare')) }, 'Bare'],
  ['none', { 500: json(ref('Pet')) }, null],
  ['one without a body', { 404: {} }, null],
])('the error of an operation: %s', (_what, responses, error) => {
  expect(entryOf({ responses })?.error).toBe(error);
});

test.each<[readonly string[], string | null]>([
  [[], null],
  [['*/*', 'text/plain'], 'application/json'],
  [['text/plain', 'application/json; charset=utf-8'], 'application/json; charset=utf-8'],
  [['application/vnd.a+json', 'application/json'], 'application/json'],
  [['application/x-www-form-urlencoded', 'application/vnd.a+json'], 'application/vnd.a+json'],
  [['text/plain', 'application/x-www-form-urlencoded'], 'application/x-www-form-urlencoded'],
  [['image/png', 'text/csv'], 'text/csv'],
  [['image/png', 'application/atom+xml'], 'application/atom+xml'],
  [['image/png', 'application/xml'], 'application/xml'],
  [['image/png', 'application/pdf'], 'image/png'],
  [['application/jsonl', 'image/png'], 'application/jsonl'],
])('of the request bodies %j, %s is sent', (types, sent) => {
  const content = Object.fromEntries(types.map((type) => [type, { schema: {} }]));
  expect(entryOf({ requestBody: { content } })?.requestContentType).toBe(sent);
});

test.each<[string, boolean]>([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/vnd.a.b+json', true],
  ['application/+json', false],
  ['application/jsonl', false],
  ['text/json', false],
  ['x-application/json', false],
])('the media type %s is JSON: %s', (type, isJson) => {
  expect(jsonSchemaOf({ content: { [type]: { schema: {} } } }) !== undefined).toBe(isJson);
});

test('an operationId in two documents is refused, with the second one', () => {
  const both = [descriptionOf({ operationId: 'list' }), descriptionOf({ operationId: 'list' }, 'shop')];
  expect(() => collectOperations(both)).toThrow(
    /^shop its operationId list is in another document too: rename one of them$/,
  );
  expect(collectOperations([descriptionOf({ operationId: 'a' }), descriptionOf({ operationId: 'b' }, 'shop')])).toEqual(
    [expect.objectContaining({ id: 'a', interface: 'pets' }), expect.objectContaining({ id: 'b', interface: 'shop' })],
  );
});

test.each<[string, object, string | undefined]>([
  ['JSON', { 200: json(ref('Pet')) }, "PetsPaths['/pets']['get']['responses'][200]['content']['application/json']"],
  [
    'a range, beside none',
    { 204: {}, '2XX': json(ref('Pet')) },
    "PetsPaths['/pets']['get']['responses']['2XX']['content']['application/json'] | undefined",
  ],
  ['a schema that allows anything', { 200: json({}) }, undefined],
  ['a name for one', { 200: json(ref('Empty')) }, undefined],
  ['nothing', {}, undefined],
])('the type on the wire of %s', (_what, responses, type) => {
  expect(wireResponses([descriptionOf({ operationId: 'a', responses })]).get('a')).toBe(type);
});

test.each<[string, object, object, string | undefined]>([
  [
    'the same record twice',
    { 200: json(ref('Pet')), 201: json(ref('Pet')) },
    { kind: 'record', record: 'Pet' },
    'both',
  ],
  [
    'a record or nothing',
    { 200: json(ref('Pet')), 204: {} },
    { kind: 'record', record: 'Pet', isOptional: true },
    'none',
  ],
  [
    'records or nothing',
    { 200: json(list('Pet')), 204: {} },
    { kind: 'collection', record: 'Pet', isOptional: true },
    'none',
  ],
  ['two records', { 200: json(ref('Pet')), 201: json(ref('Bare')) }, { kind: 'unknown', record: null }, 'both'],
  ['a record or records', { 200: json(ref('Pet')), 201: json(list('Pet')) }, { kind: 'unknown', record: null }, 'both'],
  ['a record or anything', { 200: json(ref('Pet')), 201: json({}) }, { kind: 'unknown', record: null }, undefined],
  ['nothing', { 204: {} }, { kind: 'unknown', record: null }, 'nothing'],
])('of several success responses, each counts: %s', (_what, responses, expected, types) => {
  expect(entryOf({ responses })?.response).toEqual(expected);
  const at = (status: number) => `PetsPaths['/pets']['get']['responses'][${status}]['content']['application/json']`;
  const wire = wireResponses([descriptionOf({ operationId: 'a', responses })]).get('a');
  expect(wire).toBe(
    types && { both: `${at(200)} | ${at(201)}`, none: `${at(200)} | undefined`, nothing: 'undefined' }[types],
  );
});
