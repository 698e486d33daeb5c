import { expect, test } from 'vitest';
import { ownerOf, pointerKeys, acceptedSchemes, credentialOf } from '../../src/diff/owner.ts';
import type { Description, Document } from '../../src/generate/model.ts';

const ref = (path: string) => ({ $ref: `#/components/${path}` });
const document = {
  openapi: '3.1.0',
  security: [{ basic: [] }, { key: [], other: [] }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
      get: {
        operationId: 'getPet',
        parameters: [ref('parameters/Top'), { name: 'sort', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { content: { 'application/json': { schema: ref('schemas/Pet') } } } },
      },
      put: { operationId: 'putPet', security: [{ token: [] }, { basic: [] }, {}] },
    },
  },
  components: {
    parameters: { Top: { name: 'top', in: 'query', schema: { type: 'integer' } } },
    schemas: {
      Pet: { type: 'object', properties: { owner: ref('schemas/Owner'), name: { type: 'string' } } },
      Owner: { type: 'object', properties: { away: { $ref: 'elsewhere.json' }, text: 'x' } },
      'a/b~c': {},
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
  },
} as unknown as Document;

const pet = '#/paths/~1pets~1{id}/get/responses/200/content/application~1json/schema';
const schema = (name: string): readonly string[] => ['components', 'schemas', name];

test.each<[pointer: string, base: readonly string[], rest: readonly string[]]>([
  ['#/info/title', ['info'], ['title']],
  ['#/components/schemas/Pet/properties/name', schema('Pet'), ['properties', 'name']],
  ['#/components/schemas/Pet', schema('Pet'), []],
  ['#/paths/~1pets~1{id}/get/operationId', ['paths', '/pets/{id}', 'get'], ['operationId']],
  [pet, schema('Pet'), []],
  [`${pet}/properties/name/type`, schema('Pet'), ['properties', 'name', 'type']],
  [`${pet}/properties/owner/properties/text`, schema('Owner'), ['properties', 'text']],
  [`${pet}/properties/owner/properties/away/a`, schema('Owner'), ['properties', 'away', 'a']],
  [`${pet}/properties/owner/properties/text/deep/er`, schema('Owner'), ['properties', 'text', 'deep', 'er']],
  ['#/paths/~1pets~1{id}/get/parameters/0/name', ['components', 'parameters', 'Top'], ['name']],
  ['#/absent/a/b', ['absent'], ['a', 'b']],
])('%s belongs to %j', (pointer, base, rest) => expect(ownerOf(document, pointer)).toEqual({ base, rest }));

test('a reference at the end is a part of what holds it, unless it is followed', () => {
  const get = ['paths', '/pets/{id}', 'get'];
  const rest = ['responses', '200', 'content', 'application/json', 'schema'];
  expect(ownerOf(document, pet, false)).toEqual({ base: get, rest });
  expect(ownerOf(document, `${pet}/properties/owner`, false)).toEqual({
    base: schema('Pet'),
    rest: ['properties', 'owner'],
  });
  expect(ownerOf(document, `${pet}/properties/owner`, true)).toEqual({ base: schema('Owner'), rest: [] });
});

test.each<[string, readonly string[]]>([
  ['#/components/schemas/a~1b~0c', ['components', 'schemas', 'a/b~c']],
  ['/a//b%20c/', ['a', 'b c']],
  ['a/#/b', ['a', '#', 'b']],
  ['', []],
])('the keys of %s', (pointer, keys) => expect(pointerKeys(pointer)).toEqual(keys));

test('an operation accepts its own schemes, or those of the document', () => {
  const description = { name: 'pets', file: 'pets.yaml', document } as Description;
  expect(acceptedSchemes(description, ['getPet'])).toEqual(['basic', 'key', 'other']);
  expect(acceptedSchemes(description, ['putPet'])).toEqual(['token', 'basic']);
  expect(acceptedSchemes(description, ['getPet', 'putPet'])).toEqual(['basic', 'key', 'other', 'token']);
  expect(acceptedSchemes(description, [''])).toEqual([]);
});

test('a scheme is shown as the call that creates its credential, if there is one', () => {
  expect(credentialOf('basic')).toBe('`basic({ username, password })`');
  expect(credentialOf('clientCredentials')).toMatch(/^`clientCredentials\(.*`$/);
  expect(credentialOf('own')).toBe('own');
});
