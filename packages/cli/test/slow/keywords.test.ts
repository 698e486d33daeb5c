import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTypes } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateWithNotes } from '../../src/generate/generate.ts';
import { loadConsumer } from '../../src/generate/index.ts';
import { write } from '../support/any-document.ts';
import { GeneratedApi } from '../support/generated-api.ts';
import { runCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/description-copy.ts';
import { KEYWORDS, type Row } from '../tables/keywords.ts';

/** The objects of a document that have fixed keywords. Of the others, the names are the author's. */
const isFixed = (name: string): boolean =>
  !/Map$|List$|^(?:TagGroup|Logo|XUsePkce|XCodeSample|EnumDescriptions)/.test(name);

/** Every keyword of an edition of OpenAPI, as the linter knows them. */
const keywordsOf = (edition: 'oas3_0' | 'oas3_1'): readonly string[] =>
  Object.entries(getTypes(edition)).flatMap(([name, { properties = {} }]) =>
    isFixed(name) ? Object.keys(properties).flatMap((key) => (key.startsWith('x-') ? [] : `${name} ${key}`)) : [],
  );

test('every keyword has a row', () => {
  const all = new Set([...keywordsOf('oas3_0'), ...keywordsOf('oas3_1')]);
  expect(Object.keys(KEYWORDS).sort()).toEqual([...all].sort());
});

test('every test that a row names is there', () => {
  for (const row of Object.values(KEYWORDS)) {
    if (!('test' in row)) continue;
    const text = readFileSync(new URL(`../tables/${row.test}.test.ts`, import.meta.url), 'utf8');
    expect(
      `${row.title} ${text.includes(`'${row.title}'`) || text.includes(`'${row.title.replace(/^sends .*/, 'sends %s')}'`)}`,
    ).toBe(`${row.title} true`);
  }
});

interface Part {
  readonly id: string;
  readonly keyword: string;
  readonly row: Row;
}

const rows: readonly Part[] = Object.entries(KEYWORDS).flatMap(([keyword, row], index) =>
  'test' in row ? [] : [{ id: `row${index}`, keyword, row }],
);

/** The text of a part with the name of its row. */
const named = <Value>(value: Value, id: string): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(/\brow\b/g, id)) as Value;

/** A document with the operations and schemas of all rows, or of what they are the same as. */
function documentOf(parts: readonly Part[], same = false): object {
  const paths: Record<string, object> = {};
  const schemas: Record<string, unknown> = {};
  for (const { id, row } of parts) {
    const { operation, schema, same: plain } = row as { operation?: object; schema?: object; same?: object };
    const described = same ? plain : (operation ?? schema);
    if (operation !== undefined) paths[`/${id}`] = { get: { operationId: id, ...named(described, id) } };
    else {
      schemas[id] = named(described, id);
      const content = { 'application/json': { schema: { $ref: `#/components/schemas/${id}` } } };
      paths[`/${id}`] = { get: { operationId: id, responses: { 200: { description: 'Ok.', content } } } };
    }
  }
  return { openapi: '3.1.0', info: { title: 'Keywords', version: '1' }, paths, components: { schemas } };
}

const generate = async (document: object) =>
  generateWithNotes(await loadConsumer({ documents: [`api=${await write({ more: document })}`], overlays: [] }), {
    sources: '',
  });

/** Generated code without its comments and the copy of the document. */
async function codeOf(document: object): Promise<Readonly<Record<string, string>>> {
  const { files } = await generate(document);
  const code = [...files].filter(([name]) => name.endsWith('.ts') && name !== 'fields.gen.ts');
  return Object.fromEntries(code.map(([name, text]) => [name, text.replaceAll(/\/\*\*[^]*?\*\/\s*/g, '')]));
}

const having = (key: string): readonly Part[] => rows.filter(({ row }) => key in row);

test('what is for people, and what the service checks, changes only comments', async () => {
  expect(await codeOf(documentOf(having('same')))).toEqual(await codeOf(documentOf(having('same'), true)));
});

test('what is part of a type compiles', async () => {
  const api = await GeneratedApi.of(documentOf(having('types')));
  const statements = having('types').map(({ id, row }) => (row as { types: string }).types.replaceAll(/\brow\b/g, id));
  expect(await api.compile(statements.map((each) => `  ${each}`).join('\n'))).toBe('');
  await api.remove();
});

test('what is left out is named in the output of generate', async () => {
  const file = await write({ more: documentOf(having('line')) });
  const out = join(await temporaryFolder(), 'sync');
  const { err } = await runCommand('generate', '--document', `api=${file}`, '--out', out);
  for (const { row, id } of having('line')) {
    const { line } = row as { line: string };
    expect(err.split('\n').find((each) => each.includes(line.replaceAll(/\brow\b/g, id)))).toContain(id);
  }
});

describe('what is sent arrives', () => {
  let api: GeneratedApi;
  beforeAll(async () => {
    api = await GeneratedApi.of(documentOf(having('sends')));
  });
  afterAll(() => api.remove());
  test.each(having('sends'))('$keyword', async ({ row, id }) => {
    const { init, sends } = row as { init?: object; sends: object };
    const { call, received } = await api.serve();
    await call(id, init);
    expect(received[0]).toMatchObject(named(sends, id));
  });
});

describe('each method', () => {
  test.each(['get', 'put', 'post', 'delete', 'options', 'head', 'patch'])('sends %s', async (method) => {
    const api = await GeneratedApi.of({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: { '/a': { [method]: { operationId: 'a', responses: { 204: { description: 'Done.' } } } } },
    });
    const { call, received } = await api.serve();
    expect(await call('a')).toBeUndefined();
    expect(received.map((each) => each.method)).toEqual([method.toUpperCase()]);
    await api.remove();
  });
});

test('what a document says for people changes only comments', async () => {
  const item = { get: { operationId: 'a', responses: { 204: { description: 'Done.' } } } };
  const plain = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/a': item } };
  const said = {
    ...plain,
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    info: {
      title: 'B',
      version: '2',
      summary: 'A summary',
      description: 'A text.',
      termsOfService: 'https://a.test',
      contact: { name: 'A', url: 'https://a.test', email: 'a@a.test' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'https://{name}.a.test',
        description: 'A',
        variables: { name: { enum: ['a'], default: 'a', description: 'A' } },
      },
    ],
    tags: [{ name: 'a', description: 'A', externalDocs: { url: 'https://a.test', description: 'A' } }],
    externalDocs: { url: 'https://a.test' },
    paths: {
      '/a': {
        ...item,
        summary: 'A',
        description: 'A',
        get: { ...item.get, responses: { 204: { description: 'Other.' } } },
      },
    },
    components: {
      examples: { a: { value: 1 } },
      links: { a: { operationId: 'a' } },
      callbacks: { a: { '{$url}': { post: { responses: { 204: { description: 'Done.' } } } } } },
    },
  };
  expect(await codeOf(said)).toEqual(await codeOf(plain));
});

test('each security scheme says how its credential is sent', async () => {
  const flow = { scopes: { read: 'Reads.' }, refreshUrl: 'https://a.test/refresh' };
  const tokens = { tokenUrl: 'https://a.test/token' };
  const authorization = { authorizationUrl: 'https://a.test/authorize' };
  const securitySchemes = {
    key: { type: 'apiKey', name: 'x-key', in: 'header', description: 'A key.' },
    bearer: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
    oauth: {
      type: 'oauth2',
      flows: {
        implicit: { ...flow, ...authorization },
        password: { ...flow, ...tokens },
        clientCredentials: { ...flow, ...tokens },
        authorizationCode: { ...flow, ...tokens, ...authorization },
      },
    },
    connect: { type: 'openIdConnect', openIdConnectUrl: 'https://a.test/.well-known' },
    tls: { type: 'mutualTLS' },
  };
  const { files } = await generate({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    security: [{ key: [] }],
    paths: {
      '/a': {
        get: { operationId: 'a', responses: { 204: { description: 'Done.' } } },
        put: {
          operationId: 'b',
          security: [{ oauth: ['read'] }, { tls: [] }],
          responses: { 204: { description: 'Done.' } },
        },
      },
    },
    components: { securitySchemes },
  });
  const text = files.get('security-schemes.gen.ts') ?? '';
  expect(text).toContain("keyScheme = { scheme: 'apiKey', in: 'header', name: 'x-key'");
  expect(text).toContain("bearerScheme = { scheme: 'bearer', in: 'header', name: 'Authorization'");
  expect(text).toContain(
    "oauthScheme = { scheme: 'oauth2', in: 'header', name: 'Authorization', nameTemplate: null, tokenPath: '/token'",
  );
  expect(text).toContain("connectScheme = { scheme: 'openIdConnect', in: 'header', name: 'Authorization'");
  expect(text).toContain("tlsScheme = { scheme: 'mutualTLS', in: null");
  const operations = files.get('operations.gen.ts') ?? '';
  expect(operations).toContain("security: ['key']");
  expect(operations).toContain("security: ['oauth', 'tls']");
});

test('webhooks have types', async () => {
  const api = await GeneratedApi.of({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses: { 204: { description: 'Done.' } } } } },
    webhooks: {
      paid: {
        post: {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'object', properties: { sum: { type: 'integer' } } } } },
          },
          responses: { 204: { description: 'Done.' } },
        },
      },
    },
  });
  const body = "Api.ApiWebhooks['paid']['post']['requestBody']['content']['application/json']";
  expect(await api.compile(`  same<${body}, { sum?: number }>(true);\n  (await call('a')) satisfies undefined;`)).toBe(
    '',
  );
  await api.remove();
});

test('OpenAPI 3.0 has nullable', async () => {
  const api = await GeneratedApi.of({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: {},
    components: {
      schemas: { A: { type: 'object', required: ['a'], properties: { a: { type: 'string', nullable: true } } } },
    },
  });
  expect(await api.compile('  same<Api.A, { a: string | null }>(true);')).toBe('');
  await api.remove();
});

test('a reference to each kind of component is followed', async () => {
  const ref = (kind: string) => ({ $ref: `#/components/${kind}/A` });
  const content = { 'application/json': { schema: ref('schemas') } };
  const api = await GeneratedApi.of({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': ref('pathItems') },
    components: {
      pathItems: {
        A: {
          post: {
            operationId: 'a',
            parameters: [ref('parameters')],
            requestBody: ref('requestBodies'),
            responses: { 200: ref('responses') },
          },
        },
      },
      parameters: { A: { name: 'X-A', in: 'header', required: true, schema: { type: 'string' } } },
      requestBodies: { A: { required: true, content } },
      responses: { A: { description: 'Ok.', headers: { 'X-B': ref('headers') }, content } },
      headers: { A: { schema: { type: 'integer' } } },
      schemas: { A: { type: 'object', properties: { id: { type: 'integer', format: 'int64' } } } },
    },
  });
  const { call, received } = await api.serve({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id":9007199254740993}',
  });
  expect(await call('a', { headers: { 'X-A': 'a' }, body: { id: 1n } })).toEqual({ id: 9007199254740993n });
  expect(received[0]).toMatchObject({ method: 'POST', url: '/a', headers: { 'x-a': 'a' } });
  expect(
    await api.compile(`
  const { id } = await call('a', { headers: { 'X-A': 'a' }, body: { id: 1n } });
  id satisfies bigint | undefined;
  1 satisfies NonNullable<ApiPaths['/a']['post']['responses'][200]['headers']['X-B']>;`),
  ).toBe('');
  await api.remove();
});

test('a body of a GET is left out and named, or refuses the operation if it is required', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const get = (operationId: string, required: boolean) => ({
    get: { operationId, requestBody: { required, content }, responses: { 204: { description: 'Done.' } } },
  });
  const { omitted, refused, files } = await generate({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': get('maybe', false), '/b': get('must', true) },
  });
  expect(omitted).toEqual([{ subject: 'maybe', reason: 'bodies, which fetch does not send with GET and HEAD' }]);
  expect(refused).toEqual([{ operation: 'must', reason: 'it requires a body, which fetch does not send with GET' }]);
  expect(files.get('api.gen.ts')?.match(/requestBody\?: never/g)).toHaveLength(1);
});

test('a style in a place that OpenAPI does not define refuses the operation', async () => {
  const parameter = (place: string, style: string) => ({
    get: {
      operationId: place,
      parameters: [{ name: 'a', in: place, style, schema: { type: 'string' } }],
      responses: { 204: { description: 'Done.' } },
    },
  });
  const { refused } = await generate({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/a': parameter('query', 'matrix'),
      '/b': parameter('header', 'form'),
      '/c': parameter('cookie', 'simple'),
    },
  });
  expect(refused.map(({ operation, reason }) => [operation, reason.split('. Use')[0]])).toEqual([
    ['query', 'its parameter a has style: matrix, which OpenAPI does not define in a query'],
    ['header', 'its parameter a has style: form, which OpenAPI does not define in a header'],
    ['cookie', 'its parameter a has style: simple, which OpenAPI does not define in a cookie'],
  ]);
});

test('a response that the document does not describe is named', async () => {
  const { omitted } = await generate({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/a': {
        get: {
          operationId: 'anyJson',
          responses: { 200: { description: 'Ok.', content: { 'application/json': {} } } },
        },
      },
      '/b': { get: { operationId: 'onlyFails', responses: { 404: { description: 'No.' } } } },
      '/c': { get: { operationId: 'nothing', responses: { 204: { description: 'Done.' } } } },
      '/d': { get: { operationId: 'text', responses: { 200: { description: 'Ok.', content: { 'text/plain': {} } } } } },
    },
  });
  expect(omitted.map(({ subject }) => subject)).toEqual(['anyJson', 'onlyFails']);
});
