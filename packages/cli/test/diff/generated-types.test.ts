import { expect, test } from 'vitest';
import { compare } from '../../src/diff/compare.ts';
import type { Description } from '../../src/generate/model.ts';

const text = { type: 'string' };
const json = (schema: object) => ({ description: 'Fine.', content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The parts of a document with one operation. */
interface Parts {
  readonly operation?: object;
  readonly parameters?: readonly object[];
  readonly responses?: object;
  readonly shop?: object;
  readonly schemas?: object;
}

/** The changes between two documents, which differ in the given parts. */
function changesOf(before: Parts, after: Parts): readonly string[] {
  const [old, now] = [before, after].map(
    ({ operation, parameters = [], responses = {}, shop = {}, schemas = {} }): Description => {
      const get = {
        operationId: 'listShops',
        parameters,
        responses: { 200: json({ type: 'array', items: ref('Shop') }), ...responses },
        ...operation,
      };
      const Shop = { type: 'object', properties: { a: text }, ...shop };
      const paths = { '/shops': { get } };
      const document = {
        openapi: '3.1.0',
        info: { title: 'S', version: '1' },
        paths,
        components: { schemas: { Shop, ...schemas } },
      };
      return { name: 'shop', file: 'shop.yaml', document: document as unknown as Description['document'] };
    },
  ) as [Description, Description];
  const { changes } = compare([old], [now]);
  return changes.map(({ bump, message, why, action }) =>
    `${bump}: ${message}${why === null ? '' : ` (${why})`} ${action ?? ''}`.trim(),
  );
}

const filter = { name: '$filter', in: 'query', schema: text };
const rows = (format?: string) => [
  { name: 'rows', in: 'query', schema: { type: 'integer', ...(format && { format }) } },
];
const fields = (properties: object) => ({ shop: { properties } });
const compares = 'Compare this use with the new description.';

test.each<[string, Parts, Parts, readonly string[]]>([
  [
    'a success without a body',
    {},
    { responses: { 204: { description: 'None.' } } },
    [`major: The response 204 of \`listShops\` was added. (a call may return undefined) ${compares}`],
  ],
  [
    'a success with another record',
    {},
    { responses: { 202: json(ref('Shop')) } },
    [`major: The response 202 of \`listShops\` was added. (a call may return a different type) ${compares}`],
  ],
  [
    'a success with the same records',
    {},
    { responses: { 201: json({ type: 'array', items: ref('Shop') }) } },
    [`minor: The response 201 of \`listShops\` was added. ${compares}`],
  ],
  [
    'a failure',
    {},
    { responses: { 404: json(text) } },
    [`minor: The response 404 of \`listShops\` was added. ${compares}`],
  ],
  [
    'servers of the operation',
    {},
    { operation: { servers: [{ url: 'https://other.test' }] } },
    [`major: \`listShops\` has its own \`servers\` now. (a client sends only to its baseUrl) ${compares}`],
  ],
  [
    'a record that is no longer open',
    { shop: { additionalProperties: true } },
    { shop: { additionalProperties: false } },
    [
      'major: `additionalProperties` of `Shop` changed from true to false. (code that uses other fields no longer compiles) Compare this use with the new description.',
    ],
  ],
  [
    'a record that was not open',
    {},
    { shop: { additionalProperties: false } },
    [
      'minor: `additionalProperties` of `Shop` was set to false. (a response guarantees more) Compare this use with the new description.',
    ],
  ],
  [
    'a text that becomes a time, in a record that filters name',
    { parameters: [filter] },
    { parameters: [filter], ...fields({ a: { ...text, format: 'date-time' } }) },
    [
      'major: `format` of `Shop.a` was set to date-time. (a typed filter accepts other values) Check how your code uses `Shop.a`.',
    ],
  ],
  [
    'a text that becomes a time, in any other record',
    {},
    fields({ a: { ...text, format: 'date-time' } }),
    [
      'minor: `format` of `Shop.a` was set to date-time. (a response guarantees more) Check how your code uses `Shop.a`.',
    ],
  ],
  [
    'an integer of another size, in a record that filters name',
    { parameters: [filter], ...fields({ a: { type: 'integer' } }) },
    { parameters: [filter], ...fields({ a: { type: 'integer', format: 'int32' } }) },
    ['minor: `format` of `Shop.a` was set to int32. (a response guarantees more) Check how your code uses `Shop.a`.'],
  ],
  [
    'a parameter of 64 bits',
    { parameters: rows() },
    { parameters: rows('int64') },
    [
      'minor: `format` of the query parameter `rows` was set to int64. (a call may also send a bigint) Check the value that you send as `rows`.',
    ],
  ],
  [
    'a parameter that no longer has 64 bits',
    { parameters: rows('int64') },
    { parameters: rows() },
    [
      'major: `format` of the query parameter `rows` was removed. (the decoded type changes between number and bigint) Check the value that you send as `rows`.',
    ],
  ],
  [
    'a parameter of several',
    { parameters: [filter, ...rows()] },
    { parameters: [filter, ...rows(), { name: 'top', in: 'query', schema: text }] },
    ['minor: The query parameter `top` was added.'],
  ],
  [
    'a field inside a field that is still there',
    fields({ a: { type: 'object', properties: { b: text, c: text } } }),
    fields({ a: { type: 'object', properties: { c: text } } }),
    ['major: `Shop.a.b` was removed. (its generated type loses the field) Check how your code uses `Shop.a`.'],
  ],
  [
    'an alternative of a field',
    fields({ a: { oneOf: [text, { type: 'integer' }] } }),
    fields({ a: { oneOf: [text] } }),
    [
      'major: The type of `Shop.a` changed from integer or string to string. (code that handles a lost alternative no longer compiles) Handle `string` instead of `number | string`.',
    ],
  ],
  [
    'a record that nothing uses',
    { schemas: { Unused: { type: 'object', required: ['a'], properties: { a: text } } } },
    {},
    ['major: The schema `Unused` was removed. (its generated type is removed) Stop using the type `Unused`.'],
  ],
])('%s', (_what, before, after, expected) => expect(changesOf(before, after)).toEqual(expected));
