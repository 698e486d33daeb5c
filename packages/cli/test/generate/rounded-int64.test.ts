import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateWithNotes } from '../../src/generate/generate.ts';
import { BIG, get, json, list, load, record, ref, write } from '../support/any-document.ts';
import { temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const map = (items: object) => ({ type: 'object', additionalProperties: items });
const placesIn = async (field: object): Promise<readonly string[]> =>
  generateWithNotes(
    await load({
      paths: { '/a': get(ref('A'), { operationId: 'a' }) },
      schemas: {
        A: record({ field }),
        Inner: record({ id: BIG }),
        Sizes: list(BIG),
        Big: BIG,
        Tree: { anyOf: [list(ref('Tree')), { type: 'string' }] },
        Unused: record({ sizes: list(BIG) }),
        Unused2: record({ k: { type: 'string' } }),
      },
    }),
  ).rounded;

test.each<[string, object]>([
  ['a list of numbers', list(BIG)],
  ['a list of named numbers', list(ref('Big'))],
  ['a named list', ref('Sizes')],
  ['a list of lists of records', list(list(ref('Inner')))],
  ['a map', map(BIG)],
  ['a map of records', map(record({ id: BIG }))],
  ['a tuple', { type: 'array', prefixItems: [BIG] }],
  ['a map by patterns', { type: 'object', patternProperties: { '^x': BIG } }],
  [
    'subtypes of a choice',
    { oneOf: [ref('Unused2')], discriminator: { propertyName: 'k', mapping: { a: ref('Inner').$ref } } },
  ],
  ['a choice', { oneOf: [ref('Inner'), { type: 'string' }] }],
])('int64 values are not decoded in %s', async (_what, field) => expect(await placesIn(field)).toEqual(['A.field']));

test.each<[string, object]>([
  ['a field', BIG],
  ['a named number', ref('Big')],
  ['a record', record({ id: BIG })],
  ['a list of records', list(ref('Inner'))],
  ['values of other types', map(list({ type: 'integer', format: 'int32' }))],
  ['a schema that contains itself', ref('Tree')],
])('nothing is rounded in %s', async (_what, field) => expect(await placesIn(field)).toEqual([]));

test('inner records, records that are maps too, and responses that are not records are named', async () => {
  const descriptions = await load({
    paths: {
      '/a': get(ref('A'), { operationId: 'a' }),
      '/numbers': get(list(BIG), { operationId: 'numbers' }),
      '/default': { get: { operationId: 'byDefault', responses: { default: json(list(BIG)) } } },
      '/any': {
        get: {
          operationId: 'any',
          responses: { 200: { description: 'a', content: { '*/*': { schema: list(BIG) } } } },
        },
      },
      '/texts': get(list({ type: 'string' }), { operationId: 'texts' }),
    },
    schemas: { A: record({ in: record({ id: BIG, sizes: list(BIG) }) }, { additionalProperties: BIG }) },
  });
  expect(generateWithNotes(descriptions).rounded).toEqual([
    'A',
    'AIn.sizes',
    'the response of numbers',
    'the response of byDefault',
    'the response of any',
  ]);
});

test('the command warns of each field, and of six at most', async () => {
  const fields = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, list(BIG)]));
  const file = await write({ paths: { '/a': get(ref('A')) }, schemas: { A: record(fields) } });
  const out = join(await temporaryFolder(), 'sync');
  const { status, err } = await runCommand('generate', '--document', `api=${file}`, '--out', out);
  expect(status).toBe(0);
  expect(err).toMatch(
    /\nint64 values are not decoded, and numbers beyond 2\^53 are rounded, in: A\.a, A\.b, A\.c, A\.d, A\.e, A\.f, 2 more\. The clients decode int64 fields of objects and of objects in lists\.$/,
  );
  const report = await runCommand('generate', '--document', `api=${file}`, '--out', out, '--check', '--json');
  expect(JSON.parse(report.out)).toMatchObject({ rounded: Object.keys(fields).map((name) => `A.${name}`) });
});
