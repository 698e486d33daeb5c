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

const own = (kind: object, property: string) =>
  record({ kind, [property]: { type: 'string' } }, { required: ['kind'] });
const part = (kind: object, property: string) => ({
  allOf: [ref('Base'), record({ kind, [property]: { type: 'string' } })],
});
// openapi-ts/openapi-typescript#2149 and #2775: the names of the members take the place of their constants.
const constants = {
  schemas: {
    Any: { oneOf: [ref('Cat'), ref('Dog'), ref('Cow')], discriminator: { propertyName: 'kind' } },
    Cat: own({ const: 'cat' }, 'purrs'),
    Dog: { allOf: [own({ type: 'string', enum: ['dog', 'puppy'] }, 'barks')] },
    Cow: own({ type: 'string' }, 'moos'),
    Numbered: { oneOf: [ref('One'), ref('Two')], discriminator: { propertyName: 'kind' } },
    One: own({ const: 1 }, 'a'),
    Two: own({ const: 2 }, 'b'),
    Base: record({ kind: { type: 'string' } }, { required: ['kind'], discriminator: { propertyName: 'kind' } }),
    Car: part({ const: 'car' }, 'wheels'),
    Van: { allOf: [ref('Car'), record({ kind: { const: 'car' }, seats: { type: 'string' } })] },
    Boat: part({ type: 'string' }, 'sails'),
    Sent: { oneOf: [ref('Car'), ref('Boat')] },
  },
  paths: {
    '/a': get(ref('Any'), { operationId: 'a' }),
    '/n': get(ref('Numbered'), { operationId: 'n' }),
    '/b': get(ref('Sent'), { operationId: 'b' }),
  },
};

test('a discriminator without mapping has the constants of its members, and the names of those without', async () => {
  const use = `import type { Any, Numbered, ApiComponents } from './sync/index.ts';
type Wire = ApiComponents['schemas'];
export const read = (any: Any | Wire['Any']) =>
  any.kind === 'cat' ? any.purrs : any.kind === 'puppy' ? any.barks : any.kind === 'Cow' ? any.moos : '';
export const cow: Any = { kind: 'Cow' };
// @ts-expect-error it is not the name
export const cat: Any = { kind: 'Cat' };
export const one = (each: Numbered | Wire['Numbered']) => (each.kind === 1 ? each.a : each.b);
export const car: Wire['Car'] = { kind: 'car', wheels: 'a' };
export const van: Wire['Van'] = { kind: 'car', wheels: 'a', seats: 'b' };
export const boat: Wire['Boat'] = { kind: 'Boat', sails: 'a' };
`;
  expect(await compiled(await generated(constants), use)).toBe('');
});

test('a reference that is wrapped, as authors do to describe it, is the reference', async () => {
  const schemas = {
    Pet: record({ id: { type: 'integer', format: 'int64' } }),
    Pets: record({ value: { type: 'array', items: ref('Pet') } }),
  };
  const paths = (wrap: (schema: object) => object) => ({
    '/pet': get(wrap(ref('Pet')), { operationId: 'pet' }),
    '/pets': get(wrap(ref('Pets')), { operationId: 'pets' }),
    '/list': get({ type: 'array', items: wrap(ref('Pet')) }, { operationId: 'list' }),
    '/holder': get(record({ pet: wrap(ref('Pet')), pets: { type: 'array', items: wrap(ref('Pet')) } }), {
      operationId: 'holder',
    }),
  });
  const code = async (wrap: (schema: object) => object) =>
    [...(await generated({ paths: paths(wrap), schemas }))].filter(([name]) => name.endsWith('.ts'));
  const plain = await code((schema) => schema);
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    for (const more of [{}, { type: 'object' }, { 'x-order': 1 }])
      expect(await code((schema) => ({ [key]: [schema], ...more }))).toEqual(plain);
});
