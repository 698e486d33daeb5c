import { expect, test } from 'vitest';
import { generateFiles } from '../../src/index.ts';
import { compiled, generated, get, list, load, record, ref } from '../support/any-document.ts';

const text = { type: 'string' };
const filtered = (properties: object) => ({
  paths: {
    '/a': get(list(ref('A')), { operationId: 'a', parameters: [{ name: '$filter', in: 'query', schema: text }] }),
  },
  schemas: { A: record(properties) },
});

test('a filter offers the fields that OData can name, and one called field by its name', async () => {
  const files = await generated(
    filtered({
      'Label#': text,
      größe: { type: 'number' },
      'with space': text,
      'a/b': text,
      'a,b': text,
      null: text,
      field: text,
    }),
  );
  const properties = files.get('properties.gen.ts') ?? '';
  expect([...properties.matchAll(/^ {2}(\S.*): 'Edm\.\w+';$/gm)].map(([, name]) => name)).toEqual([
    "'Label#'",
    "'größe'",
    'field',
  ]);
  const use = `import { filter } from '@syncline/odata';
import type { AProperties } from './sync/index.ts';
export const good = filter<AProperties>((a) => a['Label#'].eq('x').and(a.field('field').eq('y'), a.größe.gt(1)));
// @ts-expect-error \`field\` is the function
export const wrong = filter<AProperties>((a) => a.field.eq('y'));
`;
  expect(await compiled(files, use)).toBe('');
});

test.each([['Edm.Datum'], [5], [true]])('the EDM type %j is refused with its place', async (type) => {
  const descriptions = await load(filtered({ a: { ...text, 'x-edm': type } }));
  expect(() => generateFiles(descriptions)).toThrow(
    `api.json has x-edm ${JSON.stringify(type)} at #/components/schemas/A/properties/a, but it must be one of Edm.String, `,
  );
});

test('an EDM type of an overlay, and a field called x-edm, are accepted', async () => {
  const files = await generated(filtered({ day: { ...text, format: 'date', 'x-edm': 'Edm.Date' }, 'x-edm': text }));
  expect(files.get('properties.gen.ts')).toContain("  day: 'Edm.Date';");
});

test('each file of a document without records, operations and filters is a module', async () => {
  const files = await generated({});
  const sources = [...files].filter(([path]) => path.endsWith('.ts'));
  expect(sources.filter(([, text]) => !/^export /m.test(text)).map(([path]) => path)).toEqual([]);
});
