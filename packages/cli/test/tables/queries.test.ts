import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basic } from '@syncline/auth';
import { createODataClient, isConfigError } from '@syncline/client';
import type { Tables } from '@syncline/openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { compile } from './compile.ts';

const list = { type: 'array', items: { type: 'string' } };
const object = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } };
const text = { type: 'string' };

/** The query parameters of one operation. Each has its own way to be written. */
const parameters = [
  { name: '$plain', schema: text },
  { name: 'repeated', schema: list },
  { name: 'joined', explode: false, schema: list },
  { name: 'pipes', style: 'pipeDelimited', schema: list },
  { name: 'spaces', style: 'spaceDelimited', explode: false, schema: list },
  { name: 'pipesApart', style: 'pipeDelimited', explode: true, schema: list },
  { name: 'deep', style: 'deepObject', explode: true, schema: object },
  { name: 'fields', schema: object },
  { name: 'pairs', explode: false, schema: object },
  { name: 'whole', content: { 'application/json': { schema: object } } },
  { name: 'any', schema: {} },
  ...['a&b', 'x#y', 'p+q', 's p', 'e=f', '100%25', 'ü', 'f[n]'].map((name) => ({ name, schema: text })),
].map((each) => ({ in: 'query', ...each }));

const document = {
  openapi: '3.1.0',
  info: { title: 'Queries', version: '1' },
  servers: [{ url: 'https://queries.test' }],
  paths: { '/q': { get: { operationId: 'ask', parameters, responses: { 204: { description: 'Done.' } } } } },
};

let folder: string;
let tables: Tables<object>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'syncline-queries-'));
  await writeFile(join(folder, 'queries.json'), JSON.stringify(document));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const source = `queries=${join(folder, 'queries.json')}`;
  const args = ['generate', '--document', source, '--out', join(folder, 'api'), '--import-extension', '.ts'];
  expect(await runCommand(...args)).toMatchObject({ status: 0 });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const url = pathToFileURL(join(folder, 'api/index.ts')).href;
  tables = ((await import(url)) as { queriesTables: Tables<object> }).queriesTables;
});

afterAll(() => rm(folder, { recursive: true }));

type Call = (id: string, init?: object) => Promise<unknown>;
type Get = (path: string, init?: object) => Promise<unknown>;

function clientOf() {
  const asked: string[] = [];
  const client = createODataClient({
    baseUrl: 'https://queries.test',
    credential: basic({ username: 'a', password: 'b' }),
    tables,
    fetch: async (url) => {
      asked.push(url);
      return new Response(null, { status: 204 });
    },
  });
  return { call: client.call as unknown as Call, get: client.raw.GET as unknown as Get, asked };
}

test.each<[object, string]>([
  [{ $plain: 'a b', repeated: ['a', 'b,c'] }, '?$plain=a%20b&repeated=a&repeated=b%2Cc'],
  [{ joined: ['a', 'b,c'] }, '?joined=a,b%2Cc'],
  [{ joined: ['a'], pipes: [] }, '?joined=a'],
  [{ pipes: ['x', 'y|'], spaces: ['x', 'y z'] }, '?pipes=x%7Cy%7C&spaces=x%20y%20z'],
  [{ pipesApart: ['x', 'y'] }, '?pipesApart=x&pipesApart=y'],
  [{ deep: { a: '1&2', 'b=': 2, none: undefined } }, '?deep%5Ba%5D=1%262&deep%5Bb%3D%5D=2'],
  [{ fields: { a: 'x', b: 2 }, $plain: 'y' }, '?a=x&b=2&$plain=y'],
  [{ pairs: { a: 'x=y', b: 2, none: null } }, '?pairs=a,x%3Dy,b,2'],
  [{ pairs: {}, deep: {}, fields: {}, whole: undefined }, ''],
  [{ whole: { a: '"', b: 1 } }, '?whole=%7B%22a%22%3A%22%5C%22%22%2C%22b%22%3A1%7D'],
  [{ any: 'x' }, '?any=x'],
  [{ any: new Date(0) }, '?any=1970-01-01T00%3A00%3A00.000Z'],
  [{ 'a&b': '1', 'x#y': '2', 'p+q': '3', 's p': '4' }, '?a%26b=1&x%23y=2&p%2Bq=3&s%20p=4'],
  [{ 'e=f': '1', '100%25': '2', ü: '3', 'f[n]': '4' }, '?e%3Df=1&100%2525=2&%C3%BC=3&f%5Bn%5D=4'],
])('%j is sent as %s, by call and by raw', async (query, expected) => {
  const { call, get, asked } = clientOf();
  await call('ask', { query });
  await get('/q', { params: { query } });
  expect(asked).toEqual([`https://queries.test/q${expected}`, `https://queries.test/q${expected}`]);
});

const circular: { self?: object } = {};
circular.self = circular;

test.each<[object, string]>([
  [{ deep: { a: { b: 1 } } }, 'deep[a]'],
  [{ $plain: { a: 1 } }, '$plain'],
  [{ whole: circular }, 'whole'],
  [{ joined: ['a', '\ud800'] }, 'joined'],
  [{ deep: { '\ud800': 1 } }, 'deep'],
])('a value that cannot be written is refused, and nothing is sent (case %#)', async (query, option) => {
  const { call, asked } = clientOf();
  const error = await call('ask', { query }).catch((thrown: unknown) => thrown);
  expect(error).toSatisfy(isConfigError);
  expect(error).toMatchObject({ option });
  expect(asked).toEqual([]);
});

test('the generated code compiles with the strict options of a consumer', async () => {
  expect(await compile(folder, "export * from './api/index.ts';\n")).toBe('');
});
