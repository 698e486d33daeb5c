import { expect, test } from 'vitest';
import { BIG, compiled, generated, get } from '../support/any-document.ts';

test('a parameter of the path that is not described is a string', async () => {
  const described = { name: 'id', in: 'path', required: true, schema: BIG };
  const files = await generated({
    paths: {
      '/{id}/{part}': {
        ...get({}, { operationId: 'read', parameters: [described] }),
        put: get({}, { operationId: 'write' }).get,
      },
      '/{id}': get({}, { operationId: 'one', parameters: [described] }),
    },
  });
  const use = `import { apiTables, type ApiPaths } from './sync/index.ts';
type Path<Method extends 'get' | 'put'> = ApiPaths['/{id}/{part}'][Method]['parameters']['path'];
export const read: Path<'get'> = { id: 1n, part: 'a' };
export const write: Path<'put'> = { id: 'x', part: 'a' };
export const one: ApiPaths['/{id}']['parameters'] = {};
export const names = apiTables.operations;
`;
  expect(await compiled(files, use)).toBe('');
  expect(files.get('tables.gen.ts')).toContain(
    "path: '/{id}/{part}', parameters: { path: { id: 1, part: 1 }, query: {} }",
  );
});
