import { expect, test } from 'vitest';
import { ownerOf, pointerKeys, acceptedSchemes, credentialOf, parametersOf, schemesOf } from '../../src/diff/owner.ts';
import type { RedoclyChange } from '../../src/diff/redocly-diff.ts';
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

const side = (pointer: string | undefined, value?: unknown) => ({ pointer, value });
const change = (more: object): RedoclyChange =>
  ({ typeName: 'Schema', kind: 'modified', path: '#/info', ...more }) as unknown as RedoclyChange;
const sort = '#/paths/~1pets~1{id}/get/parameters/1';
const top = ref('parameters/Top');

test.each<[string, object, readonly string[]]>([
  [
    'a parameter that is renamed',
    { typeName: 'Parameter', property: 'name', base: side(sort, 'sort'), revision: side(sort, 'order') },
    ['sort', 'order'],
  ],
  ['a parameter that loses its name', { typeName: 'Parameter', property: 'name', base: side(sort, 'sort') }, ['sort']],
  ['a parameter that is removed', { typeName: 'Parameter', kind: 'removed', base: side(sort, top) }, ['top']],
  [
    'a list that is removed',
    { typeName: 'ParameterList', kind: 'removed', base: side(sort, [top, top]) },
    ['top', 'top'],
  ],
  [
    'a parameter that is added',
    { typeName: 'Parameter', kind: 'added', revision: side(sort, { name: 'new' }) },
    ['new'],
  ],
  ['a parameter that is added without a value', { typeName: 'Parameter', kind: 'added' }, []],
  ['the schema of a parameter', { revision: side(`${sort}/schema/type`) }, ['sort']],
  ['the schema of a parameter, by its path', { path: `${sort}/schema` }, ['sort']],
  ['the schema of a parameter of the old document', { kind: 'removed', base: side(`${sort}/schema/type`) }, ['sort']],
  ['a security scheme, which has a name and a place too', { path: '#/components/securitySchemes/key/name' }, []],
  ['anything else', { path: `${pet}/properties` }, []],
])('the parameters of %s', (_what, more, names) =>
  expect(parametersOf(change(more), document, document)).toEqual(names));

test.each<[string, object, readonly string[]]>([
  ['a scheme', { typeName: 'SecurityScheme', path: '#/components/securitySchemes/key/name' }, ['key']],
  [
    'a requirement',
    { typeName: 'SecurityRequirement', base: side('', { a: [], b: [] }), revision: side('', { b: [] }) },
    ['a', 'b'],
  ],
  [
    'a list of requirements',
    { typeName: 'SecurityRequirementList', revision: side('', [{ a: [] }, { b: [] }]) },
    ['a', 'b'],
  ],
  ['no requirement', { typeName: 'SecurityRequirement' }, []],
  ['anything else', { path: '#/components/securitySchemes/key' }, []],
])('the schemes of %s', (_what, more, names) => expect(schemesOf(change(more))).toEqual(names));

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
