import { expect, test } from 'vitest';
import { compiled, generated, get, load, record, ref } from '../support/any-document.ts';

const member = (property: string) => record({ kind: { type: 'string' }, [property]: { type: 'string' } });
const union = (cat: string) => ({
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: { propertyName: 'kind', mapping: { c: cat, d: '#/components/schemas/Dog' } },
});
const partsWith = (cat: string) => ({
  paths: { '/a': get(ref('Any'), { operationId: 'a' }) },
  schemas: { Cat: member('purrs'), Dog: member('barks'), Any: union(cat) },
});

test('a value of a discriminator may be the name of a schema, as it may be a reference', async () => {
  const use = `import type { Any, ApiComponents } from './sync/index.ts';
export const read = (any: Any) => (any.kind === 'c' ? any.purrs : any.barks);
export const wire = (any: ApiComponents['schemas']['Any']) => (any.kind === 'c' ? any.purrs : any.barks);
`;
  expect(await compiled(await generated(partsWith('Cat')), use)).toBe('');
  expect(await generated(partsWith('Cat'))).toEqual(await generated(partsWith('#/components/schemas/Cat')));
});

test('a value that is no schema is refused with its line', async () => {
  await expect(load(partsWith('Cow'))).rejects.toThrow(/api\.json:1 Can't resolve \$ref/);
});
