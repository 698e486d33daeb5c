import { isConfigError, isResponseFormatError } from '@syncline/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateWithNotes } from '../../src/generate/generate.ts';
import { load } from '../support/any-document.ts';
import { GeneratedApi } from '../support/generated-api.ts';

const text = { type: 'string' };
const pet = { $ref: '#/components/schemas/Pet' };
const content = (types: Readonly<Record<string, object>>) => ({
  description: 'Ok.',
  content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])),
});
const get = (operationId: string, responses: object, more: object = {}) => ({
  get: { operationId, responses, ...more },
});

const document = {
  openapi: '3.1.0',
  info: { title: 'Responses', version: '1' },
  servers: [{ url: 'https://a.test' }],
  paths: {
    '/note': get('note', { 200: content({ 'text/plain; charset=utf-8': text }) }),
    '/csv': get('csv', { 200: content({ 'text/csv': text }), 204: { description: 'None.' } }),
    '/file': get('file', { 200: content({ 'application/octet-stream': { type: 'string', format: 'binary' } }) }),
    '/any': get('any', { 200: content({ '*/*': pet }) }),
    '/hal': get('hal', { 200: content({ 'application/hal+json': pet }) }),
    '/either': get('either', { 200: content({ 'application/json': pet, 'text/plain': text, 'image/*': {} }) }),
    '/default': get('byDefault', { default: content({ 'application/json': pet }) }),
    '/own': get('ownServer', { 200: content({ 'application/json': pet }) }, { servers: [{ url: 'https://b.test' }] }),
    '/events': get('events', { 200: content({ 'text/event-stream': text }) }),
    '/answers': get('answers', { 200: content({ 'application/json': pet, 'text/event-stream': text }) }),
    '/cookie': get(
      'listCookie',
      { 204: { description: 'Done.' } },
      { parameters: [{ name: 'ids', in: 'cookie', schema: { type: 'array', items: text } }] },
    ),
    '/xml': get(
      'xmlQuery',
      { 204: { description: 'Done.' } },
      { parameters: [{ name: 'q', in: 'query', content: { 'application/xml': { schema: {} } } }] },
    ),
    '/trace': { trace: { operationId: 'traced', responses: { 204: { description: 'Done.' } } } },
  },
  components: {
    schemas: { Pet: { type: 'object', properties: { id: { type: 'integer', format: 'int64' }, name: text } } },
  },
};

let api: GeneratedApi;
beforeAll(async () => {
  api = await GeneratedApi.of(document);
});
afterAll(() => api.remove());

const big = 2n ** 63n - 1n;
const bytes = new Uint8Array([0, 255, 10]);

describe('the media type of a response decides how it is read, by call and by raw', () => {
  test.each<[string, string, string, string, string | Uint8Array, unknown]>([
    ['note', '/note', 'text/plain', 'text/plain; charset=utf-8', 'Grüße', 'Grüße'],
    ['csv', '/csv', 'text/csv', 'text/csv', 'a,b\n1,2\n', 'a,b\n1,2\n'],
    ['file', '/file', 'application/octet-stream', 'application/octet-stream', bytes, bytes],
    ['any', '/any', 'application/json', 'application/json', `{"id":${big}}`, { id: big }],
    ['hal', '/hal', 'application/hal+json', 'application/hal+json', `{"id":${big}}`, { id: big }],
    ['either', '/either', 'application/json, text/plain, image/*', 'application/json', '{"id":7}', { id: 7n }],
    ['either', '/either', 'application/json, text/plain, image/*', 'TEXT/plain', 'x', 'x'],
    ['either', '/either', 'application/json, text/plain, image/*', 'image/png', bytes, bytes],
    ['byDefault', '/default', 'application/json', 'application/json', '{"id":7}', { id: 7n }],
  ])('%s (%s) accepts %s, and reads %s', async (id, path, accept, type, body, expected) => {
    const { call, raw, received } = await api.serve({ status: 200, headers: { 'content-type': type }, body });
    expect(await call(id)).toEqual(expected);
    expect((await raw.GET(path)).data).toEqual(expected);
    expect(received.map(({ headers }) => headers.accept)).toEqual([accept, accept]);
  });

  test('a stream of events beside JSON is not accepted, and named', async () => {
    const { call, received } = await api.serve(
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":7}' },
      { status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: {}\n\n' },
    );
    expect(await call('answers')).toEqual({ id: 7n });
    expect(received[0]?.headers.accept).toBe('application/json');
    await expect(call('answers')).rejects.toSatisfy(isResponseFormatError);
    const { omitted } = generateWithNotes(await load({ paths: document.paths, schemas: document.components.schemas }));
    expect(omitted).toContainEqual({
      subject: 'answers',
      reason: 'streams of events beside the other media types, which a call does not accept',
    });
  });

  test('an empty body is an empty text, no bytes, or nothing where the document has such a success', async () => {
    const { call } = await api.serve({ status: 200, headers: { 'content-type': 'text/plain' } }, { status: 204 });
    expect(await call('note')).toBe('');
    expect(await call('csv')).toBeUndefined();
  });

  test.each([
    ['note', 'text/html', '<html>'],
    ['file', 'text/html', '<html>'],
    ['either', 'application/xml', '<a/>'],
  ])('%s refuses %s, which the document does not have', async (id, type, body) => {
    const { call } = await api.serve({ status: 200, headers: { 'content-type': type }, body });
    const error = await call(id).catch((thrown: unknown) => thrown);
    expect(error).toSatisfy(isResponseFormatError);
    expect(error).toMatchObject({ reason: 'content-type' });
  });
});

test.each([
  ['ownServer', 'it has its own servers (https://b.test)'],
  ['events', 'it returns a stream of events'],
  ['listCookie', 'its cookie ids is a list or an object with explode: true'],
  ['xmlQuery', 'its parameter q is sent as application/xml'],
  ['traced', 'its method is TRACE'],
])('%s is refused with its reason, and nothing is sent', async (id, reason) => {
  const { call, received } = await api.serve();
  const error = await call(id).catch((thrown: unknown) => thrown);
  expect(error).toSatisfy(isConfigError);
  expect(error).toMatchObject({ option: 'operationId', message: expect.stringContaining(reason) });
  expect(received).toEqual([]);
});

test('the compiler knows what each operation returns, and which cannot be called', async () => {
  expect(
    await api.compile(`
  (await call('note')) satisfies string;
  (await call('csv')) satisfies string | undefined;
  // @ts-expect-error the operation may return nothing
  (await call('csv')).length;
  (await call('file')) satisfies Uint8Array;
  (await call('any')).id satisfies bigint | undefined;
  (await call('hal')).id satisfies bigint | undefined;
  (await call('byDefault')).id satisfies bigint | undefined;
  const either = await call('either');
  if (typeof either === 'string') either.length;
  else if (either instanceof Uint8Array) either.byteLength;
  else either.id satisfies bigint | undefined;
  // @ts-expect-error the response may be a text
  either.id;
  // @ts-expect-error the operation has its own servers
  await call('ownServer');
  // @ts-expect-error the operation has its own servers
  await call('ownServer', {});
  // @ts-expect-error the response has no end
  await call('events');
  // @ts-expect-error OpenAPI does not define it
  await call('listCookie', { cookies: { ids: ['a'] } });
  // @ts-expect-error call writes no XML
  await call('xmlQuery', { query: { q: 'a' } });
  (await call('answers')).id satisfies bigint | undefined;
  // @ts-expect-error fetch refuses it
  await call('traced');`),
  ).toBe('');
});

test.each<[string, object, string | undefined]>([
  ['the same as those of the document', { servers: [{ url: 'https://a.test' }] }, undefined],
  ['the same for all operations', {}, undefined],
  ['those of the document with a scheme', { servers: [{ url: '//a.test/' }] }, undefined],
  ['others than those of the document', { servers: [{ url: 'https://other.test' }] }, 'it has its own servers'],
])('servers of operations that are %s', async (_what, more, refused) => {
  const servers = [{ url: 'https://a.test' }];
  const paths = { '/a': get('a', { 204: { description: 'Done.' } }, { servers }), '/b': { servers, ...get('b', {}) } };
  const descriptions = await load({ paths, more });
  expect(generateWithNotes(descriptions).refused.map(({ reason }) => reason.slice(0, 22))).toEqual(
    refused === undefined ? [] : [refused, refused],
  );
});
