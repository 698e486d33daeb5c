import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateFiles, loadConsumer, loadProject } from '../../src/index.ts';
import { temporaryFolder } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';

const info = { title: 'Pets', version: '1' };
const ok = (schema: object) => ({ 200: { description: 'Ok.', content: { 'application/json': { schema } } } });

async function write(document: object, name = 'pets.json', folder?: string): Promise<string> {
  const file = join(folder ?? (await temporaryFolder()), name);
  await writeFile(file, JSON.stringify({ openapi: '3.1.0', info, ...document }, null, 1));
  return file;
}
const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => '',
    (error: Error) => error.message,
  );

test('each problem is on a separate line', async () => {
  const get = { responses: ok({ $ref: '#/components/schemas/Absent' }) };
  const file = await write({ paths: { '/a': { get }, '/b': { get } } });
  const lines = (await messageOf(loadConsumer({ documents: [`pets=${file}`], overlays: [] }))).split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(
      /pets\.json:\d+ Can't resolve \$ref #\/components\/schemas\/Absent: it leads to nothing\. Fix the reference, or describe its target \(no-unresolved-refs\)$/,
    );
});

test('a response without a description is a style problem', async () => {
  const get = { operationId: 'a', responses: { 200: { content: {} } } };
  const [loaded] = await loadConsumer({
    documents: [`pets=${await write({ paths: { '/a': { get } } })}`],
    overlays: [],
  });
  expect(loaded?.warnings.map(({ reason }) => reason)).toContain(
    'The field `description` must be present on this level. (struct)',
  );
});

test('one warning has a singular text, and of many rules six are named', async () => {
  const tidy = {
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://pets.test' }],
    security: [],
    paths: { '/a': { get: { operationId: 'a', responses: { ...ok({}), 400: { description: 'No.' } } } } },
  };
  const out = join(await temporaryFolder(), 'sync');
  const one = await write(tidy);
  expect((await runCommand('generate', '--document', `pets=${one}`, '--out', out)).err).toBe(
    `1 style warning: operation-summary 1. \`npx @redocly/cli lint ${one}\` shows where.\n` +
      'not generated: types of responses that the document does not describe (a).',
  );
  const get = { operationId: 'a b', tags: ['b', 'b'], responses: ok({ type: 'string', enum: [1] }) };
  const many = await write({ paths: { '/a/': { get }, '/b/{c}?d': { get: { responses: ok({}) } } } });
  const { err } = await runCommand('generate', '--document', `pets=${many}`, '--out', out);
  expect(err).toBe(
    '14 style warnings: operation-summary 2, operation-4xx-response 2, security-defined 2, no-empty-servers 1, ' +
      `info-license 1, no-path-trailing-slash 1, 5 more rules. \`npx @redocly/cli lint ${many}\` shows where.\n` +
      'not generated: types of responses that the document does not describe (getBByCD).',
  );
});

test('two schemas of one name in two files: a project refuses them, and a consumer gets both', async () => {
  const folder = await temporaryFolder();
  for (const [name, type] of [
    ['cats', 'string'],
    ['dogs', 'integer'],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'Pet.json'), JSON.stringify({ type: 'object', properties: { id: { type } } }));
  }
  const get = (name: string) => ({ get: { operationId: name, responses: ok({ $ref: `./${name}/Pet.json` }) } });
  const file = await write({ paths: { '/cats': get('cats'), '/dogs': get('dogs') } }, 'pets.json', folder);
  const [loaded] = await loadConsumer({ documents: [`pets=${file}`], overlays: [] });
  expect(Object.keys(loaded?.document.components?.schemas ?? {})).toEqual(['Pet', 'Pet-2']);
  const config = join(folder, 'redocly.yaml');
  await writeFile(config, 'apis:\n  pets:\n    root: ./pets.json\n');
  expect(await messageOf(loadProject(config))).toMatch(/Two schemas are referenced with the same name/);
});

test('the second document with the same name is named, and one with another name is not', async () => {
  const message = await messageOf(loadConsumer({ documents: ['a=x.yaml', 'b=y.yaml', 'a=z.yaml'], overlays: [] }));
  expect(message).toMatch(/z\.yaml is the second document named a: give it another name$/);
  expect(await messageOf(loadConsumer({ documents: ['1a=x.yaml'], overlays: [] }))).toBe(
    '1a=x.yaml has the name 1a, which must be lower-case letters, digits and hyphens, and begin with a letter',
  );
});

const loadAndGenerate = async (document: object) =>
  generateFiles(await loadConsumer({ documents: [`pets=${await write(document)}`], overlays: [] }));

test.each<[string, object, string]>([
  [
    'a choice',
    { type: 'object', properties: { a: { oneOf: [{ type: 'string', 'x-decode': 'boolean' }, { type: 'integer' }] } } },
    'properties/a/oneOf/0',
  ],
  [
    'a map',
    { type: 'object', additionalProperties: { type: 'string', 'x-decode': 'boolean' } },
    'additionalProperties',
  ],
  [
    'an array of strings',
    { type: 'object', properties: { a: { type: 'array', items: { type: 'string', 'x-decode': 'boolean' } } } },
    'properties/a/items',
  ],
  [
    'a choice inside a list of objects',
    {
      type: 'array',
      items: { properties: { b: { anyOf: [{ type: 'string' }, { type: 'string', 'x-decode': 'boolean' }] } } },
    },
    'items/properties/b/anyOf/1',
  ],
  ['a part of a composition', { allOf: [{ type: 'object' }, { type: 'string', 'x-decode': 'boolean' }] }, 'allOf/1'],
])('x-decode in %s is refused with its place, because the clients do not decode there', async (_title, schema, place) => {
  expect(await messageOf(loadAndGenerate({ paths: {}, components: { schemas: { Pet: schema } } }))).toContain(
    `has x-decode at #/components/schemas/Pet/${place}, where the clients do not decode: they decode fields of objects, and not in anyOf, oneOf, additionalProperties, arrays of strings or arrays of arrays. Move it, or remove it`,
  );
});

test('with a configuration of redocly, what it calls an error refuses the document, and the rest are warnings', async () => {
  const folder = await temporaryFolder();
  const file = await write({ paths: { '/a': { get: { operationId: 'a', responses: ok({}) } } } }, 'pets.json', folder);
  const config = join(folder, 'redocly.yaml');
  const load = (rules: string) =>
    writeFile(config, `rules: { ${rules} }\n`).then(() =>
      loadConsumer({ documents: [`pets=${file}`], overlays: [], config }),
    );
  expect(await messageOf(load('operation-summary: error, info-license: warn'))).toMatch(
    /^.*pets\.json:\d+ Operation object should contain `summary` field\. \(operation-summary\)$/,
  );
  const [loaded] = await load('operation-summary: warn, info-license: off');
  expect(loaded?.warnings.map(({ rule }) => rule)).toContain('operation-summary');
});

test('two documents share what they describe in the same way, and no more', async () => {
  const folder = await temporaryFolder();
  const key = { type: 'apiKey', in: 'header', name: 'x-key' };
  const pet = { type: 'object', properties: { id: { type: 'string' } } };
  const load = async (securitySchemes: object, schemas: object) => {
    const get = (operationId: string) => ({ '/a': { get: { operationId, responses: ok({}) } } });
    const [one, two] = [
      await write(
        { paths: get('a'), components: { securitySchemes: { key }, schemas: { Pet: pet } } },
        '1.json',
        folder,
      ),
      await write({ paths: get('b'), components: { securitySchemes, schemas } }, '2.json', folder),
    ];
    return generateFiles(await loadConsumer({ documents: [`one=${one}`, `two=${two}`], overlays: [] }));
  };
  const files = await load({ key }, { Pet: pet });
  expect(files.get('src/security-schemes.gen.ts')?.match(/export const keyScheme/g)).toHaveLength(1);
  expect(await messageOf(load({ key: { ...key, name: 'x-other' } }, {}))).toMatch(
    /^\S+ its security scheme key differs from the one of that name in another document$/,
  );
  expect(await messageOf(load({}, { Pet: { type: 'object' } }))).toMatch(
    /^\S+ its schema Pet differs from the one of that name in another document$/,
  );
});

test.each<[string, object, string]>([
  ['a path', { paths: { '/a': { $ref: '#/paths/~1b' }, '/b': { $ref: '#/paths/~1a' } } }, '#/paths/~1a'],
  [
    'a schema',
    { components: { schemas: { A: {}, B: { $ref: '#/components/schemas/B' } } }, paths: {} },
    '#/components/schemas/B',
  ],
  [
    'a response over another one',
    {
      paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/A' } } } } },
      components: {
        responses: { A: { $ref: '#/components/responses/B' }, B: { $ref: '#/components/responses/A' } },
      },
    },
    '#/components/responses/A',
  ],
])('%s that refers only to itself is named with its line', async (_what, document, pointer) => {
  const message = await messageOf(loadConsumer({ documents: [`pets=${await write(document)}`], overlays: [] }));
  expect(message).toMatch(/^\S*pets\.json:[1-9]\d* #\S+ is only a reference to itself: describe it$/);
  expect(message).toContain(` ${pointer} `);
});
