import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import type { Tables } from '@syncline/openapi';
import { expect, test } from 'vitest';
import { generateFiles, writeFiles } from '../../src/index.ts';
import { temporaryFolder } from '../support/description-copy.ts';
import { BIG, FLAG, compiled, generated, get, load, ref, write, type Parts } from '../support/any-document.ts';
import { runCommand } from '../support/run-command.ts';

const failure = (parts: Parts): Promise<string> =>
  load(parts)
    .then(generateFiles, (error: Error) => error)
    .then(
      (result) => (result instanceof Error ? result.message : ''),
      (error: Error) => error.message,
    );

test('a missing operationId is derived from method and path, and one that is used twice gets a number', async () => {
  const files = await generated({
    paths: {
      '/': get({}),
      '/pets/{petId}/toys': { ...get({}), delete: { responses: { 204: { description: 'Gone.' } } } },
      '/cats': get({}, { operationId: 'list' }),
      '/dogs': get({}, { operationId: 'list' }),
      '/birds': get({}, { operationId: 'list2' }),
    },
  });
  const ids = [...(files.get('operations.gen.ts') ?? '').matchAll(/^ {2}id: '(.*)',$/gm)].map(([, id]) => id);
  expect(ids).toEqual(['getRoot', 'getPetsByPetIdToys', 'deletePetsByPetIdToys', 'list', 'list3', 'list2']);
  expect(files.get('api.gen.ts')).toContain('getPetsByPetIdToys: {');
});

test('what an extension contains is not a part of the description', async () => {
  const changes = { schema: { properties: { gone: null }, discriminator: 1, allOf: 1, $ref: 7 } };
  const description = {
    paths: { '/a': get(ref('Pet')) },
    schemas: { Pet: { type: 'object', properties: { id: BIG } } },
  };
  const plain = await generated(description);
  const extended = await generated({
    paths: { '/a': { get: { ...get(ref('Pet')).get, 'x-changes': changes } } },
    schemas: { Pet: { ...description.schemas.Pet, 'x-changes': changes } },
  });
  const code = (files: ReadonlyMap<string, string>) => [...files].filter(([name]) => name.endsWith('.ts'));
  expect(code(extended)).toEqual(code(plain));
});

test.each<[string, object, object, readonly string[]]>([
  ['a component', { '/a': { $ref: '#/components/pathItems/Pets' } }, { Pets: get({}) }, ['/a']],
  ['another path', { '/a': { $ref: '#/paths/~1b~1{id}' }, '/b/{id}': get({}) }, {}, ['/a', '/b/{id}']],
  [
    'a component over another one, with a method beside the reference',
    { '/a': { $ref: '#/components/pathItems/One', put: get({}).get } },
    { One: { $ref: '#/components/pathItems/Two', delete: get({}).get }, Two: get({}) },
    ['/a', '/a', '/a'],
  ],
])('a path that refers to %s has its operations', async (_what, paths, pathItems, expected) => {
  const files = await generated({ paths, more: { components: { pathItems } } });
  const operations = files.get('operations.gen.ts') ?? '';
  expect([...operations.matchAll(/^ {2}path: '(.*)',$/gm)].map(([, path]) => path)).toEqual(expected);
  const data = `ApiDecodedPaths['/a']['get']['operationId']`;
  const use = `import type { ApiDecodedPaths } from './sync/index.ts';\nexport const id: ${data} = 'getA';\n`;
  expect(await compiled(files, use)).toBe('');
});

test('reserved names and names that collide are escaped, and everything compiles', async () => {
  const record = { type: 'object', properties: { id: { type: 'integer', format: 'int64' } } };
  const names = [
    'default',
    'Record',
    'Tables',
    'DecodeTable',
    'ApiPaths',
    'pet',
    'Pet',
    'pet-s',
    'petS',
    '1st',
    'petDecode',
  ];
  const ids = [
    'delete',
    'Record',
    'operations',
    'pet',
    'get-it',
    'getIt',
    'get.it',
    'fields',
    'apiTables',
    'keyScheme',
    'ünïcode',
    '日本',
  ];
  const files = await generated({
    paths: Object.fromEntries(
      ids.map((operationId, index) => [`/${index}`, get(ref(names[index % names.length] ?? ''), { operationId })]),
    ),
    schemas: Object.fromEntries(names.map((name) => [name, record])),
    more: {
      components: {
        schemas: Object.fromEntries(names.map((name) => [name, record])),
        securitySchemes: { key: { type: 'http', scheme: 'basic' }, 'ke-y': { type: 'http', scheme: 'bearer' } },
      },
    },
  });
  expect(
    await compiled(
      files,
      `import { delete_, operations, type default_ } from './sync/index.ts';
export const id: 'delete' = operations.delete.id;
export const same: 'delete' = delete_.id;
export type Some = [default_, typeof operations.getIt];
`,
    ),
  ).toBe('');
});

test('an OpenAPI 3.0 document keeps its nulls, also in open enumerations', async () => {
  const files = await generated({
    openapi: '3.0.3',
    paths: { '/pets': get({ type: 'array', items: ref('Pet') }) },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'kind'],
        properties: {
          id: { type: 'integer', format: 'int64', nullable: true },
          name: { type: 'string', nullable: true },
          kind: { type: 'string', enum: ['cat', null], nullable: true },
        },
      },
    },
  });
  const use = `import type { Pet, ApiDecodedPaths, ApiComponents } from './sync/index.ts';
export const pet: Pet = { name: null, kind: 'bird' };
export const other: Pet = { name: 'a', kind: null, id: 1n };
export const wire: ApiComponents['schemas']['Pet'] = { id: null, name: null, kind: null };
export const list: ApiDecodedPaths['/pets']['get']['decoded'] = [pet];
// @ts-expect-error an enumeration of strings
export const wrong: Pet = { name: 'a', kind: 5 };
`;
  expect(await compiled(files, use)).toBe('');
});

test('style gives a warning with a count, and the files are written', async () => {
  const file = await write({
    paths: { '/pets': get(ref('Pet')) },
    schemas: { Pet: { type: 'object', 'my-keyword': 1, properties: { a: { type: 'string', enum: [1] } } } },
  });
  const out = join(await temporaryFolder(), 'sync');
  const { status, err } = await runCommand('generate', '--document', `api=${file}`, '--out', out);
  expect(status).toBe(0);
  expect(err).toMatch(/^\d+ style warnings: .*struct 1.*`npx @redocly\/cli lint .*api\.json` shows where\.$/);
  const report = await runCommand('generate', '--document', `api=${file}`, '--out', out, '--check', '--json');
  expect(JSON.parse(report.out)).toMatchObject({ warnings: { struct: 1, 'no-enum-type-mismatch': 1 } });
});

test.each<[string, Parts, RegExp]>([
  ['a reference to nothing', { paths: { '/a': get(ref('Absent')) } }, /api\.json:\d+ Can't resolve \$ref/],
  ['a value of the wrong kind', { paths: { '/a': { get: 'text' } } }, /api\.json:\d+ Expected type/],
  ['a misspelt keyword', { paths: { '/a': get({}, { operationID: 'a' }) } }, /`operationID` is not expected here/],
  [
    'a parameter without a name',
    { paths: { '/a': get({}, { parameters: [{ in: 'query', schema: { type: 'string' } }] }) } },
    /The field `name` must be present/,
  ],
])('%s makes generation impossible, and is an error with its place', async (_title, parts, says) => {
  expect(await failure(parts)).toMatch(says);
});

test('a Swagger 2.0 document gives one line with the converter to use', async () => {
  const file = join(await temporaryFolder(), 'old.json');
  await writeFile(file, JSON.stringify({ swagger: '2.0', info: { title: 'A', version: '1' }, paths: {} }));
  const { status, err } = await runCommand('generate', '--document', `api=${file}`, '--out', 'x');
  expect(status).toBe(2);
  expect(err).toMatch(
    /^syncline: .*old\.json:1 is a Swagger 2\.0 document\. Convert it first: npx swagger2openapi .*$/,
  );
});

test('a document cannot have the name of a file that the generator writes', async () => {
  const { status, err } = await runCommand('generate', '--document', 'records=a.yaml', '--out', 'x');
  expect(status).toBe(2);
  expect(err).toContain('cannot be named records');
});

test('an x-decode that the clients do not know is refused with its place', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string', 'x-decode': 'intger' } } };
  expect(await failure({ schemas: { Pet: schema } })).toContain(
    'has x-decode "intger" at #/components/schemas/Pet/properties/a, but it must be boolean or integer',
  );
});

const DEEP: Parts = {
  paths: {
    '/pets': get(ref('Pet'), { operationId: 'getPet' }),
    '/inline': get(
      {
        type: 'object',
        properties: { on: FLAG, list: { type: 'array', items: { type: 'object', properties: { big: BIG } } } },
      },
      { operationId: 'getInline' },
    ),
    '/rows': get(
      { type: 'object', properties: { value: { type: 'array', items: { type: 'object', properties: { on: FLAG } } } } },
      { operationId: 'getRows' },
    ),
    '/text': get({ type: 'string' }, { operationId: 'getText' }),
  },
  schemas: {
    Flag: FLAG,
    Base: { type: 'object', properties: { flag: ref('Flag'), when: { type: ['boolean', 'null'] } } },
    Pet: {
      description: 'A pet.',
      allOf: [
        ref('Base'),
        {
          type: 'object',
          properties: {
            big: BIG,
            young: { type: 'array', items: ref('Pet') },
            owner: { type: 'object', properties: { rich: FLAG } },
          },
        },
      ],
    },
    Holder: {
      type: 'object',
      properties: { any: { oneOf: [ref('Pet'), { type: 'string' }] }, bigs: { type: 'array', items: BIG } },
    },
  },
};

test('decoded values have the decoded type, and others keep their type on the wire', async () => {
  const use = `import type { ApiComponents, ApiDecodedPaths, Holder, Pet } from './sync/index.ts';
export const pet: Pet = { flag: true, big: 1n, young: [{ big: 2n }], owner: { rich: false } };
export const holder: Holder = { any: { flag: 'true', big: 1 } satisfies ApiComponents['schemas']['Pet'], bigs: [1] };
type Data<Path extends keyof ApiDecodedPaths> = ApiDecodedPaths[Path]['get']['decoded'];
export const inline: Data<'/inline'> = { on: true, list: [{ big: 1n }] };
export const rows: Data<'/rows'> = [{ on: true }];
export const text: Data<'/text'> = 'a';
// @ts-expect-error decoded
export const wrong: Pet = { flag: 'true' };
`;
  expect(await compiled(await generated(DEEP), use)).toBe('');
});

test('inline objects, schemas composed by allOf and records inside themselves are decoded', async () => {
  const folder = await temporaryFolder();
  await writeFiles(folder, await generated(DEEP));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const { apiTables } = (await import(pathToFileURL(join(folder, 'index.ts')).href)) as { apiTables: Tables<object> };
  const big = 2n ** 62n + 1n;
  const bodies: Readonly<Record<string, string>> = {
    '/pets': `{"flag":"true","when":"TRUE","big":${big},"owner":{"rich":"false"},"young":[{"flag":"false","big":${big + 2n},"young":[{"big":${big + 4n}}]}]}`,
    '/inline': `{"on":"true","list":[{"big":${big}},{"big":1}]}`,
    '/rows': '{"value":[{"on":"TRUE"}]}',
    '/text': '"plain"',
  };
  const client = createODataClient({
    baseUrl: 'https://a.test',
    credential: basic({ username: 'ada', password: 'secret' }),
    tables: apiTables,
    fetch: async (url) =>
      new Response(bodies[new URL(url).pathname], { headers: { 'content-type': 'application/json' } }),
  });
  const call = client.call as unknown as (id: string) => Promise<unknown>;
  expect(await call('getPet')).toEqual({
    flag: true,
    when: true,
    big,
    owner: { rich: false },
    young: [{ flag: false, big: big + 2n, young: [{ big: big + 4n }] }],
  });
  expect(await call('getInline')).toEqual({ on: true, list: [{ big }, { big: 1n }] });
  expect(await call('getRows')).toEqual([{ on: true }]);
  expect(await call('getText')).toBe('plain');
  await rm(folder, { recursive: true });
});
