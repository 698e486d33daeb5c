import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basic } from '@syncline/auth';
import { createODataClient, isConfigError } from '@syncline/client';
import type { Tables } from '@syncline/openapi';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { repository } from '../support/description-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { compile } from './compile.ts';

const object = { type: 'object', properties: { a: { type: 'string' }, n: { type: 'integer' } } };
const operation = (operationId: string, content: object, required = true): object => ({
  operationId,
  requestBody: { required, content },
  responses: { 204: { description: 'Done.' } },
});
const form = {
  type: 'object',
  required: ['a'],
  properties: { a: { type: 'string' }, list: { type: 'array', items: {} } },
};

const int64 = { type: 'integer', format: 'int64' };

/** One operation for each kind of request body in a document. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Bodies', version: '1' },
  servers: [{ url: 'https://bodies.test' }],
  paths: {
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      patch: operation('patchItem', { 'application/merge-patch+json': { schema: object } }),
      put: operation('putItem', {
        'application/xml': { schema: object },
        'application/x-www-form-urlencoded': { schema: object },
        'application/json': { schema: object },
      }),
    },
    '/form': { post: operation('sendForm', { 'application/x-www-form-urlencoded': { schema: form } }) },
    '/note': { post: operation('sendNote', { 'text/plain; charset=utf-8': { schema: { type: 'string' } } }) },
    '/page': { post: operation('sendXml', { 'application/xml': { schema: object } }) },
    '/any': { post: operation('sendAny', { '*/*': { schema: object } }) },
    '/maybe': { post: operation('sendMaybe', { 'application/json': { schema: form } }, false) },
    '/file': { post: operation('sendFile', { 'application/octet-stream': { schema: { type: 'string' } } }) },
    '/rows/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: int64 },
        { name: 'after', in: 'query', schema: { type: 'array', items: int64 } },
      ],
      put: operation('putRow', {
        'application/json': { schema: { type: 'object', properties: { id: int64, ids: { items: int64 } } } },
      }),
      post: operation('postRow', { 'application/json': { schema: { type: ['integer', 'null'], format: 'int64' } } }),
    },
    '/upload': { post: operation('upload', { 'multipart/form-data': { schema: object } }) },
  },
};

let folder: string;
let tables: Tables<object>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'syncline-bodies-'));
  await writeFile(join(folder, 'bodies.json'), JSON.stringify(document));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const source = `bodies=${join(folder, 'bodies.json')}`;
  const args = ['generate', '--document', source, '--out', join(folder, 'api'), '--import-extension', '.ts'];
  expect(await runCommand(...args)).toMatchObject({ status: 0 });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const generated = (await import(pathToFileURL(join(folder, 'api/index.ts')).href)) as {
    bodiesTables: Tables<object>;
  };
  tables = generated.bodiesTables;
});
afterAll(() => rm(folder, { recursive: true }));

const big = 2n ** 63n - 1n;
const circular: { self?: object } = {};
circular.self = circular;

type Call = (id: string, init?: object) => Promise<unknown>;

/** A client of a server that records what it receives. */
async function clientOf(): Promise<{ call: Call; received: string[] }> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? '-'} ${body}`);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createODataClient({ baseUrl, credential: basic({ username: 'a', password: 'b' }), tables });
  return { call: client.call as unknown as Call, received };
}

describe('call sends a body in the media type of its document', () => {
  test.each<[string, object, string]>([
    ['patchItem', { path: { id: 7 }, body: { a: 'x' } }, 'PATCH /items/7 application/merge-patch+json {"a":"x"}'],
    ['putItem', { path: { id: -1 }, body: { n: 1 } }, 'PUT /items/-1 application/json {"n":1}'],
    [
      'sendForm',
      { body: { a: "it's & ü", list: [1, 'b'], gone: undefined } },
      'POST /form application/x-www-form-urlencoded a=it%27s+%26+%C3%BC&list=1&list=b',
    ],
    ['sendNote', { body: 'Grüße' }, 'POST /note text/plain; charset=utf-8 Grüße'],
    ['sendXml', { body: '<a/>' }, 'POST /page application/xml <a/>'],
    ['sendAny', { body: { a: 'x' } }, 'POST /any application/json {"a":"x"}'],
    ['sendMaybe', {}, 'POST /maybe - '],
    [
      'putRow',
      { path: { id: big }, query: { after: [big, 1] }, body: { id: big, ids: [-big, 1] } },
      `PUT /rows/${big}?after=${big}&after=1 application/json {"id":${big},"ids":[-${big},1]}`,
    ],
    ['postRow', { path: { id: 1 }, body: big }, `POST /rows/1 application/json ${big}`],
  ])('%s', async (id, init, expected) => {
    const { call, received } = await clientOf();
    await call(id, init);
    expect(received).toEqual([expected]);
  });

  test.each<[string, unknown, string]>([
    ['sendNote', { a: 'x' }, 'body must be a string, because the operation takes text/plain'],
    ['sendForm', 'a=x', 'body must be an object with the fields of the form'],
    ['sendForm', { a: { b: 1 } }, 'body.a must be a single value or a list'],
    ['sendFile', { a: 1 }, 'body must be a Blob, bytes or a stream'],
    ...['sendAny', 'sendMaybe'].flatMap((id): [string, unknown, string][] =>
      [circular, () => 'x', { toJSON: () => circular }].map((body) => [id, body, 'body must be a value that JSON can']),
    ),
  ])('%s refuses %o before it sends anything', async (id, body, message) => {
    const { call, received } = await clientOf();
    const error = await call(id, { body }).catch((thrown: unknown) => thrown);
    expect(error).toSatisfy(isConfigError);
    expect(String(error)).toContain(message);
    expect(received).toEqual([]);
  });
});

test('the compiler knows the body of each operation', async () => {
  expect(
    await compile(
      folder,
      `import { basic } from '@syncline/auth';
import { createODataClient } from '@syncline/client';
import { bodiesTables } from './api/index.ts';
const credential = basic({ username: 'a', password: 'b' });
const { call } = createODataClient({ baseUrl: 'https://a.test', credential, tables: bodiesTables });
export const send = async () => {
  await call('patchItem', { path: { id: 7 }, body: { a: 'x' } });
  await call('putItem', { path: { id: 7 }, body: { n: 1 } });
  await call('sendForm', { body: { a: 'x', list: [1] } });
  await call('sendNote', { body: 'x' });
  await call('sendXml', { body: '<a/>' });
  await call('sendAny', { body: { a: 'x' } });
  await call('sendMaybe');
  await call('sendMaybe', { body: { a: 'x' } });
  await call('putRow', { path: { id: 1n }, query: { after: [1n, 2] }, body: { id: 1n } });
  await call('postRow', { path: { id: 1 }, body: null });
  await call('postRow', { path: { id: 1 }, body: 1n });
  // @ts-expect-error a text is not a number
  await call('postRow', { path: { id: '1' }, body: 1n });
  // @ts-expect-error a field of the form is missing
  await call('sendForm', { body: { list: [1] } });
  // @ts-expect-error the body is missing
  await call('sendForm');
  // @ts-expect-error a text is not an object
  await call('sendNote', { body: { a: 'x' } });
  await call('sendFile', { body: new Uint8Array(1) });
  await call('upload', { body: { a: 'x' } });
  // @ts-expect-error an object is no file
  await call('sendFile', { body: { a: 'x' } });
  // @ts-expect-error the operation has no body
  await call('listHistory', { body: {} });
};
`,
    ),
  ).toBe('');
});
