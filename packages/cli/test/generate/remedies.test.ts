import { expect, test } from 'vitest';
import { load } from '../support/any-document.ts';

const done = { responses: { 204: { description: 'Done.' } } };
const schema = (A: object, openapi = '3.1.0') => ({ openapi, schemas: { A } });
const get = (more: object) => ({ paths: { '/a': { get: { ...done, ...more } } } });
const parameter = (more: object) => get({ parameters: [{ in: 'query', name: 'q', ...more }] });
const response = (more: object) => get({ responses: { 200: { description: 'Ok.', ...more } } });

/** Documents that sound right: most are right in another edition of OpenAPI, or in Swagger 2.0. */
test.each<[string, object, string]>([
  [
    'a boolean limit in 3.1',
    schema({ exclusiveMinimum: true }),
    '`exclusiveMinimum` is the limit itself since OpenAPI 3.1: write exclusiveMinimum: 1 instead of minimum: 1',
  ],
  [
    'the limit itself in 3.0',
    schema({ exclusiveMaximum: 5 }, '3.0.3'),
    '`exclusiveMaximum` is true or false in OpenAPI 3.0: write the limit as minimum or maximum',
  ],
  [
    'several types in 3.0',
    schema({ type: ['string', 'null'] }, '3.0.3'),
    '`type` is one word in OpenAPI 3.0: write nullable: true for null',
  ],
  [
    'null in 3.0',
    schema({ type: 'null' }, '3.0.3'),
    '`type` is one word in OpenAPI 3.0: write nullable: true for null',
  ],
  [
    'a boolean schema in 3.0',
    schema({ properties: { a: true } }, '3.0.3'),
    '`a` is a boolean schema, which came with OpenAPI 3.1: write {} for true',
  ],
  [
    'a format as a type',
    schema({ type: 'date' }),
    '`type` is a type of JSON Schema: write string with a format for dates',
  ],
  ['a file', schema({ type: 'file' }), '`type` is a type of JSON Schema'],
  [
    'a field that says that it is required',
    schema({ properties: { a: { required: true } } }),
    '`required` is a list in a schema: name the required fields',
  ],
  ['one required field', schema({ required: 'a' }), '`required` must be a list'],
  [
    'a schema for each item',
    schema({ type: 'array', items: [{}] }),
    '`items` is one schema for all items: write prefixItems',
  ],
  ['named examples of a schema', schema({ examples: { a: { value: 1 } } }), '`examples` is a list in a schema'],
  ['a single composition', schema({ allOf: { type: 'string' } }), '`allOf` must be a list'],
  [
    'a named discriminator',
    schema({ oneOf: [{}], discriminator: 'kind' }),
    '`discriminator` is an object in OpenAPI 3: write discriminator: { propertyName: … }',
  ],
  ['a limit in quotes', schema({ minimum: '1' }), '`minimum` must be a number without quotes'],
  [
    'a flag in quotes',
    schema({ properties: { a: { readOnly: 'true' } } }),
    '`readOnly` must be true or false without quotes',
  ],
  ['a type for others', schema({ additionalProperties: 'string' }), '`additionalProperties` must be an object'],
  [
    'a body as a parameter',
    get({ parameters: [{ in: 'body', name: 'b', schema: {} }] }),
    '`in` is from Swagger 2.0 for bodies and forms: move the schema to requestBody',
  ],
  [
    'the type of a parameter',
    parameter({ type: 'string' }),
    'Property `type` is not expected here. Move it below schema',
  ],
  [
    'the style of Swagger',
    parameter({ schema: {}, style: 'csv' }),
    '`style` has the values of OpenAPI 3: csv is form with explode: false',
  ],
  [
    'a collection format',
    parameter({ schema: {}, collectionFormat: 'csv' }),
    'Property `collectionFormat` is not expected here. Write style and explode',
  ],
  [
    'the schema of a response',
    response({ schema: { type: 'string' } }),
    'Property `schema` is not expected here. Move it below content and a media type',
  ],
  [
    'a media type that is a schema',
    response({ content: { 'application/json': { type: 'string' } } }),
    'Property `type` is not expected here. Move it below schema',
  ],
  ['a media type as a text', response({ content: 'application/json' }), '`content` must be an object'],
  ['one security requirement', get({ security: { key: [] } }), '`security` must be a list'],
  ['named parameters', get({ parameters: { q: {} } }), '`parameters` must be a list'],
  [
    'webhooks in 3.0',
    { openapi: '3.0.3', more: { webhooks: {} } },
    "Webhooks came with OpenAPI 3.1: write openapi: '3.1.0'",
  ],
])('%s: the error names the keyword and the fix', async (_what, parts, says) => {
  const error = await load(parts).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error?.message).toContain(says);
});

test('a boolean schema is allowed everywhere in OpenAPI 3.1', async () => {
  const everywhere = { allOf: [true], properties: { a: true }, items: false, not: false, additionalProperties: false };
  await load({
    ...response({ content: { 'application/json': { schema: true } } }),
    schemas: { A: true, B: everywhere },
  });
});
