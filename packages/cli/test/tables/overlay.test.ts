import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../support/description-copy.ts';
import { GeneratedApi } from '../support/generated-api.ts';

const text = { type: 'string' };
const int64 = { type: 'integer', format: 'int64' };
const done = { responses: { 204: { description: 'Done.' } } };

/** What a consumer adds to the document of the service: operations with everything that a document can say of them. */
const overlay = {
  overlay: '1.0.0',
  info: { title: 'Ours', version: '1' },
  actions: [
    {
      target: '$.components.schemas',
      update: {
        Note: {
          type: 'object',
          required: ['id', 'text', 'secret'],
          properties: { id: { ...int64, readOnly: true }, text, secret: { ...text, writeOnly: true } },
        },
      },
    },
    {
      target: '$.paths',
      update: {
        '/notes/{place}/{colors}': {
          put: {
            operationId: 'putNote',
            parameters: [
              { name: 'place', in: 'path', required: true, style: 'matrix', schema: text },
              {
                name: 'colors',
                in: 'path',
                required: true,
                style: 'label',
                explode: true,
                schema: { type: 'array', items: text },
              },
              { name: 'If-Match', in: 'header', required: true, schema: text },
              { name: 'session', in: 'cookie', schema: text },
            ],
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
            },
            responses: {
              200: {
                description: 'Ok.',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
              },
            },
          },
        },
        '/log': {
          get: {
            operationId: 'readLog',
            responses: { 200: { description: 'Ok.', content: { 'text/plain': { schema: text } } } },
          },
        },
        '/import': {
          post: {
            operationId: 'importFile',
            requestBody: {
              required: true,
              content: {
                'multipart/form-data': {
                  schema: {
                    type: 'object',
                    properties: { name: text, file: { contentMediaType: 'text/csv' } },
                  },
                  encoding: { file: { contentType: 'text/csv' } },
                },
              },
            },
            ...done,
          },
        },
        '/elsewhere': { get: { operationId: 'elsewhere', servers: [{ url: 'https://other.test' }], ...done } },
      },
    },
  ],
};

let api: GeneratedApi;
beforeAll(async () => {
  const document = JSON.parse(
    readFileSync(join(repository, 'packages/openapi/documents/odata.json'), 'utf8'),
  ) as object;
  api = await GeneratedApi.of(document, [overlay]);
});
afterAll(() => api.remove());

test('the operations of an overlay are sent as it says', async () => {
  const json = { 'content-type': 'application/json' };
  const { call, received } = await api.serve(
    { status: 200, headers: json, body: '{"id":9007199254740993,"text":"a"}' },
    { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'line' },
    { status: 204 },
  );
  const note = await call('putNote', {
    path: { place: 'left', colors: ['red', 'blue'] },
    headers: { 'If-Match': '"v1"' },
    cookies: { session: 's' },
    body: { text: 'a', secret: 'b' },
  });
  expect(note).toEqual({ id: 9007199254740993n, text: 'a' });
  expect(received[0]).toMatchObject({
    method: 'PUT',
    url: '/notes/;place=left/.red.blue',
    headers: { 'if-match': '"v1"', cookie: 'session=s', 'content-type': 'application/json' },
  });
  expect(await call('readLog')).toBe('line');
  expect(received[1]?.headers['accept']).toBe('text/plain');
  await call('importFile', { body: { name: 'a', file: new Blob(['x,y']) } });
  expect(String(received[2]?.body)).toContain('name="file"; filename="file"\r\ncontent-type: text/csv\r\n\r\nx,y');
  await expect(call('elsewhere')).rejects.toMatchObject({ option: 'operationId' });
  expect(received).toHaveLength(3);
});

test('the compiler knows the operations of an overlay, beside those of the service', async () => {
  expect(
    await api.compile(`
  const path = { place: 'left', colors: ['red'] };
  const note = await call('putNote', { path, headers: { 'If-Match': '*' }, body: { text: 'a', secret: 'b' } });
  note.id satisfies bigint;
  // @ts-expect-error the service never sends it
  note.secret;
  // @ts-expect-error a header is missing
  await call('putNote', { path, body: { text: 'a', secret: 'b' } });
  // @ts-expect-error the service sets it
  await call('putNote', { path, headers: { 'If-Match': '*' }, body: { id: 1, text: 'a', secret: 'b' } });
  (await call('readLog')) satisfies string;
  await call('importFile', { body: { name: 'a', file: new Blob([]) } });
  // @ts-expect-error it has its own servers
  await call('elsewhere');
  (await call('getJob', { path: { JobName: 'a' } })).Scheduled satisfies boolean | undefined;`),
  ).toBe('');
});
