import { expect, test } from 'vitest';
import { BIG, compiled, generated, get, json, list, record, ref } from '../support/any-document.ts';

const KIND = { type: 'string', enum: ['a', 'b'] };
const LEVEL = { type: ['integer', 'null'], enum: [1, 2, null] };

test('an enumeration is open in a parameter, a list, a map, a choice, a body, a header and a response', async () => {
  const files = await generated({
    paths: {
      '/{kind}': {
        parameters: [{ name: 'kind', in: 'path', required: true, schema: KIND }],
        put: {
          operationId: 'put',
          parameters: [
            { name: 'kinds', in: 'query', schema: list(KIND) },
            { name: 'level', in: 'query', schema: LEVEL },
            { name: 'x-kind', in: 'header', schema: KIND },
          ],
          requestBody: { content: { 'application/json': { schema: list(KIND) } } },
          responses: { 200: { ...json(KIND), headers: { 'x-kind': { schema: KIND } } }, default: json(list(KIND)) },
        },
      },
    },
    schemas: {
      Some: record({ list: list(KIND), choice: { oneOf: [KIND, BIG] } }),
      Map: { type: 'object', additionalProperties: { ...KIND, nullable: true } },
    },
  });
  const use = `import type { ApiComponents, ApiDecodedPaths, ApiPaths } from './sync/index.ts';
type Put = ApiPaths['/{kind}']['put'];
export const parameters: Put['parameters'] = {
  path: { kind: 'new' }, query: { kinds: ['a', 'new'], level: 3 }, header: { 'x-kind': 'new' },
};
export const level: Put['parameters'] = { path: { kind: 'a' }, query: { level: null } };
export const body: NonNullable<Put['requestBody']>['content']['application/json'] = ['new'];
export const headers: Put['responses'][200]['headers'] = { 'x-kind': 'new' };
export const failure: Put['responses']['default']['content']['application/json'] = ['new'];
export const data: ApiDecodedPaths['/{kind}']['put']['decoded'] = 'new';
export const some: ApiComponents['schemas']['Some'] = { list: ['new'], choice: 'new' };
export const map: ApiComponents['schemas']['Map'] = { x: 'new', y: null };
// @ts-expect-error not a text
export const wrong: ApiComponents['schemas']['Some'] = { list: [5] };
`;
  expect(await compiled(files, use)).toBe('');
});

test('the type of a parameter that is sent as JSON is the type of its value', async () => {
  const ask = {
    operationId: 'ask',
    parameters: [
      { name: 'filter', in: 'query', content: { 'application/json': { schema: record({ rows: BIG }) } } },
      { name: 'any', in: 'query', content: { 'application/vnd.api+json': {} } },
      { name: 'text', in: 'query', content: { 'text/plain': { schema: { type: 'string' } } } },
    ],
  };
  const files = await generated({ paths: { '/a': get({}, ask) } });
  const use = `import type { ApiPaths } from './sync/index.ts';
type Query = ApiPaths['/a']['get']['parameters']['query'];
export const query: Query = { filter: { rows: 9007199254740993n }, any: [1], text: 'a' };
// @ts-expect-error a client writes a text as a JSON text, with quotes
export const wrong: Query = { filter: '{"rows":1}' };
`;
  expect(await compiled(files, use)).toBe('');
  const tables = files.get('tables.gen.ts') ?? '';
  expect(tables).toContain(`any: { style: 'json' }`);
  expect(tables).not.toContain(`text: { style`);
});

test('a default or an example with the key enum is data', async () => {
  const note = record({ rule: { type: 'object', default: { enum: ['x'] }, example: { enum: ['y'] } } });
  const files = await generated({ schemas: { Note: note } });
  expect(files.get('api.gen.ts')).toMatch(/@default \{\n[^}]*"enum": \[\n[^}]*"x"/);
});

test('a choice beside fields is a further condition, and not another type', async () => {
  const files = await generated({
    paths: { '/a': get(ref('Either'), { operationId: 'a' }), '/b': get(ref('Part'), { operationId: 'b' }) },
    schemas: {
      Either: record({ x: BIG, y: { type: 'string' } }, { anyOf: [{ required: ['x'] }, { required: ['y'] }] }),
      Base: record({ id: BIG }),
      Part: { allOf: [ref('Base')], anyOf: [record({ p: { type: 'string' } }), record({ q: { type: 'string' } })] },
      Alone: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    },
  });
  const use = `import type { Alone, ApiComponents, Either, Part } from './sync/index.ts';
export const either = (value: Either): bigint | undefined => value.x;
export const wire = (value: ApiComponents['schemas']['Either']): number | undefined => value.x;
export const part = (value: Part): bigint | undefined => value.id;
export const alone: readonly Alone[] = ['a', 1];
// @ts-expect-error not a text
export const wrong: Either = { y: 5 };
`;
  expect(await compiled(files, use)).toBe('');
});
