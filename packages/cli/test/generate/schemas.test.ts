import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeDocument } from '../../src/generate/complete-document.ts';
import { edmType } from '../../src/generate/fields.ts';
import type { Description, Document, Schema } from '../../src/generate/model.ts';
import { namedSchemas, dereference, schemaName } from '../../src/generate/schemas.ts';
import { displayPath } from '../../src/generate/generate-error.ts';

const document = {
  openapi: '3.1.0',
  components: {
    schemas: { 'a/b~c d': { type: 'string' }, Alias: { $ref: '#/components/schemas/a~1b~0c%20d' } },
    parameters: { Top: { name: 'top' } },
  },
} as unknown as Document;

test.each<[object, object]>([
  [{ type: 'integer' }, { type: 'integer' }],
  [{ $ref: '#/components/parameters/Top' }, { name: 'top' }],
  [{ $ref: '#/components/schemas/Alias' }, { type: 'string' }],
  [{ $ref: '#/components/schemas/Absent' }, {}],
  [{ $ref: '#/absent/schemas/Absent' }, {}],
  [{ $ref: 5 }, { $ref: 5 }],
])('%j is resolved to %j', (value, target) => expect(dereference<object>(document, value)).toEqual(target));

test.each([
  ['#/components/schemas/Pet', 'Pet'],
  ['#/components/schemas/a~1b~0c%20d', 'a/b~c d'],
  ['#/components/parameters/Pet', undefined],
  [undefined, undefined],
])('the reference %s names the schema %s', (ref, name) => expect(schemaName(ref)).toBe(name));

test('schemas of several documents are collected, and those of one name must be the same', () => {
  const describe = (name: string, schemas?: object): Description =>
    ({ name, file: `${name}.yaml`, document: schemas && { components: { schemas } } }) as unknown as Description;
  const text = { type: 'string' };
  expect([...namedSchemas([describe('a', { A: text, B: {} }), describe('b', { A: { ...text } })]).keys()]).toEqual([
    'A',
    'B',
  ]);
  expect(namedSchemas([{ name: 'a', file: 'a', document: {} as Document }]).size).toBe(0);
  expect(() => namedSchemas([describe('a', { A: text }), describe('b', { A: {} })])).toThrow(
    /^b\.yaml its schema A differs from the one of that name in another document$/,
  );
});

test('a document whose operations all have their own id is returned as it is', () => {
  for (const paths of [undefined, {}, { '/a': { get: { operationId: 'a' }, put: { operationId: 'b' } } }]) {
    const given = { openapi: '3.1.0', paths } as unknown as Document;
    expect(completeDocument(given)).toBe(given);
  }
});

test('missing and repeated ids are completed, and everything else stays', () => {
  const kept = { get: { operationId: 'getPetsByPetId2' } };
  const paths = {
    '/pets/{petId}': { summary: 'One.', get: { tags: ['a'] }, delete: { operationId: 'getPetsByPetId' } },
    '/pets/{petId}/toys{toyId}.json': { post: {} },
    '/': { get: {}, put: { operationId: 'getRoot' } },
    '/kept': kept,
  };
  const completed = completeDocument({ openapi: '3.1.0', paths } as unknown as Document);
  expect(completed).toEqual({
    openapi: '3.1.0',
    paths: {
      '/pets/{petId}': {
        summary: 'One.',
        get: { tags: ['a'], operationId: 'getPetsByPetId3' },
        delete: { operationId: 'getPetsByPetId' },
      },
      '/pets/{petId}/toys{toyId}.json': { post: { operationId: 'postPetsByPetIdToysByToyIdJson' } },
      '/': { get: { operationId: 'getRoot2' }, put: { operationId: 'getRoot' } },
      '/kept': kept,
    },
  });
  expect(completed.paths?.['/kept']).toBe(kept);
});

test.each<[Schema, string | null]>([
  [{ type: 'string' }, 'Edm.String'],
  [{ type: 'string', format: 'date' }, 'Edm.String'],
  [{ type: 'string', format: 'date-time' }, 'Edm.DateTimeOffset'],
  [{ type: 'string', 'x-decode': 'boolean' }, 'Edm.String'],
  [{ type: 'string', 'x-edm': 'Edm.Guid' }, 'Edm.Guid'],
  [{ type: 'integer' }, 'Edm.Int64'],
  [{ type: 'integer', format: 'int64' }, 'Edm.Int64'],
  [{ type: ['null', 'integer'], format: 'int32' }, 'Edm.Int32'],
  [{ type: 'number' }, 'Edm.Double'],
  [{ type: 'boolean' }, 'Edm.Boolean'],
  [{ type: 'object' }, null],
  [{ type: 'array' }, null],
  [{}, null],
])('the EDM type of %j is %s', (schema, type) => expect(edmType(schema)).toBe(type));

test.each([
  ['https://ada:secret@a.test/pets.yaml?token=secret#part', 'https://a.test/pets.yaml'],
  ['http://a.test/pets.yaml', 'http://a.test/pets.yaml'],
  ['https://a.test/pets@home.yaml', 'https://a.test/pets@home.yaml'],
  [join(process.cwd(), 'http:/pets.yaml'), 'http:/pets.yaml'],
  [join(process.cwd(), 'api/pets.yaml?v=1'), 'api/pets.yaml?v=1'],
  [process.cwd(), process.cwd()],
])('the file %s is shown as %s', (file, text) => expect(displayPath(file)).toBe(text));
