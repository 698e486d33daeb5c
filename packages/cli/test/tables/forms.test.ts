import { isConfigError } from '@syncline/client';
import { createNodeTransport } from '@syncline/client/node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { generateWithNotes } from '../../src/generate/generate.ts';
import { load } from '../support/any-document.ts';
import { GeneratedApi } from '../support/generated-api.ts';

const text = { type: 'string' };
const int64 = { type: 'integer', format: 'int64' };
const list = { type: 'array', items: text };
const map = { type: 'object', additionalProperties: text };
const file = { type: 'string', format: 'binary' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const post = (operationId: string, content: object) => ({
  post: { operationId, requestBody: { required: true, content }, responses: { 204: { description: 'Done.' } } },
});
const form = (schema: object, encoding: object = {}) => ({
  'application/x-www-form-urlencoded': { schema, encoding },
});
const multipart = (schema: object, encoding: object = {}) => ({ 'multipart/form-data': { schema, encoding } });
const point = object({ x: int64, note: text });

const document = {
  openapi: '3.1.0',
  info: { title: 'Forms', version: '1' },
  paths: {
    '/styles': post(
      'sendStyles',
      form(object({ deep: map, joined: list, pipes: list, each: map, whole: map, reserved: text, plain: text }), {
        deep: { style: 'deepObject', explode: true },
        joined: { explode: false },
        pipes: { style: 'pipeDelimited', explode: false },
        each: { style: 'form', explode: true },
        whole: { contentType: 'application/json' },
        reserved: { allowReserved: true },
        plain: { contentType: 'text/plain' },
      }),
    ),
    '/objects': post('sendObjects', form(object({ point, points: { type: 'array', items: point }, list }))),
    '/composed': post(
      'sendComposed',
      form({
        allOf: [
          { $ref: '#/components/schemas/Placed' },
          object({ also: { allOf: [{ $ref: '#/components/schemas/Point' }], description: 'Where.' } }),
        ],
      }),
    ),
    '/parts': post(
      'sendParts',
      multipart(
        object(
          {
            name: text,
            count: int64,
            tags: list,
            point,
            points: { type: 'array', items: point },
            all: { type: 'array', items: point },
            csv: text,
            picture: file,
            files: { type: 'array', items: file },
            any: { contentMediaType: 'application/octet-stream' },
          },
          { required: ['name'] },
        ),
        {
          all: { contentType: 'application/json' },
          csv: { contentType: 'text/csv' },
          picture: { contentType: 'image/png, image/jpeg' },
        },
      ),
    ),
    '/file': post('sendFile', { 'application/octet-stream': { schema: file } }),
    '/picture': post('sendPicture', { 'image/*': {} }),
    '/filter': {
      get: {
        operationId: 'filter',
        parameters: [
          {
            name: 'where',
            in: 'query',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Point' } } },
          },
        ],
        responses: {
          200: {
            description: 'Ok.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Point' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Point: point,
      // An object without a type, one that may be null, and a list of what is composed.
      Placed: {
        properties: {
          at: { allOf: [{ $ref: '#/components/schemas/Point' }, { properties: { z: text } }] },
          other: { ...point, type: ['object', 'null'] },
          list: { type: 'array', items: { allOf: [{ $ref: '#/components/schemas/Point' }] } },
        },
      },
    },
  },
};

let api: GeneratedApi;
beforeAll(async () => {
  api = await GeneratedApi.of(document);
});
afterAll(() => api.remove());

const big = 2n ** 63n - 1n;

test.each<[string, object, string]>([
  ['sendStyles', { deep: { a: '1&2', 'b c': 'd' } }, 'deep%5Ba%5D=1%262&deep%5Bb%20c%5D=d'],
  ['sendStyles', { joined: ['a', 'b,c'], pipes: ['x', 'y'] }, 'joined=a,b%2Cc&pipes=x%7Cy'],
  ['sendStyles', { each: { a: 'x', b: 'y' }, plain: 'a+b' }, 'a=x&b=y&plain=a%2Bb'],
  ['sendStyles', { whole: { a: '=' }, reserved: '/a?b' }, 'whole=%7B%22a%22%3A%22%3D%22%7D&reserved=/a?b'],
  ['sendStyles', { plain: undefined, joined: [] }, ''],
  ['sendObjects', { point: { x: big }, list: ['a', 'b'] }, `point=%7B%22x%22%3A${big}%7D&list=a&list=b`],
  ['sendObjects', { points: [{ x: 1 }, { x: 2 }] }, 'points=%7B%22x%22%3A1%7D&points=%7B%22x%22%3A2%7D'],
  [
    'sendComposed',
    { at: { x: 1 }, other: { note: 'a' }, list: [{ x: 2 }], also: { x: 3 } },
    'at=%7B%22x%22%3A1%7D&other=%7B%22note%22%3A%22a%22%7D&list=%7B%22x%22%3A2%7D&also=%7B%22x%22%3A3%7D',
  ],
])('a form: %s sends %o', async (id, body, expected) => {
  const { call, received } = await api.serve();
  await call(id, { body });
  expect(received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(String(received[0]?.body)).toBe(expected);
});

/** The parts of a multipart body, as the platform's own parser reads them. */
async function partsOf(received: {
  readonly headers: object;
  readonly body: Buffer;
}): Promise<readonly (readonly [string, ...unknown[]])[]> {
  const { 'content-type': type } = received.headers as Record<string, string>;
  const data = await new Response(new Uint8Array(received.body), {
    headers: { 'content-type': String(type) },
  }).formData();
  return Promise.all(
    [...data].map(async ([name, value]) =>
      typeof value === 'string'
        ? ([name, value] as const)
        : ([name, value.name, value.type, await value.text()] as const),
    ),
  );
}

const streamOf = (...parts: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

describe.each(['fetch', 'the Node transport'])('over %s', (name) => {
  const serve = async () => {
    const transport = name === 'fetch' ? undefined : createNodeTransport();
    if (transport) onTestFinished(() => transport.close());
    return api.serveOver(transport);
  };

  test.each<[string, () => object, readonly (readonly unknown[])[]]>([
    [
      'single values and lists',
      () => ({ name: 'a "b"\n', count: big, tags: ['x', 'y'] }),
      [
        ['name', 'a "b"\n'],
        ['count', `${big}`],
        ['tags', 'x'],
        ['tags', 'y'],
      ],
    ],
    [
      'a File with its name',
      () => ({ name: 'a', picture: new File(['png'], 'my "own".png', { type: 'image/png' }) }),
      [
        ['name', 'a'],
        ['picture', 'my "own".png', 'image/png', 'png'],
      ],
    ],
    [
      'a Blob, bytes and a buffer',
      () => ({
        files: [
          new Blob(['b'], { type: 'text/x-own' }),
          new TextEncoder().encode('u'),
          new TextEncoder().encode('v').buffer,
        ],
      }),
      [
        ['files', 'files', 'text/x-own', 'b'],
        ['files', 'files', 'application/octet-stream', 'u'],
        ['files', 'files', 'application/octet-stream', 'v'],
      ],
    ],
    [
      'a stream among other parts',
      () => ({ name: 'a', any: streamOf('one ', 'two'), tags: ['z'] }),
      [
        ['name', 'a'],
        ['any', 'any', 'application/octet-stream', 'one two'],
        ['tags', 'z'],
      ],
    ],
    ['nothing for what is not set', () => ({ name: 'a', picture: undefined, tags: [null] }), [['name', 'a']]],
  ])('a form with files: %s', async (_what, body, expected) => {
    const { call, received } = await serve();
    await call('sendParts', { body: body() });
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=part-/);
    expect(await partsOf(received[0] as never)).toEqual(expected);
  });

  test.each<[string, () => unknown, string, string]>([
    ['sendFile', () => new TextEncoder().encode('bytes'), 'application/octet-stream', 'bytes'],
    ['sendFile', () => new Blob(['blob'], { type: 'image/gif' }), 'image/gif', 'blob'],
    ['sendFile', () => streamOf('a', 'b'), 'application/octet-stream', 'ab'],
    ['sendPicture', () => new Blob(['blob'], { type: 'image/gif' }), 'image/gif', 'blob'],
  ])('a body of bytes: %s', async (id, body, type, expected) => {
    const { call, received } = await serve();
    await call(id, { body: body() });
    expect(received[0]?.headers['content-type']).toBe(type);
    expect(String(received[0]?.body)).toBe(expected);
  });
});

test('a part has the media type of its encoding, or that of JSON if it is an object', async () => {
  const { call, received } = await api.serve();
  await call('sendParts', {
    body: { csv: 'a,b', point: { x: big }, points: [{ x: 1 }, { x: 2 }], all: [{ x: 3 }, { x: 4 }] },
  });
  const sent = String(received[0]?.body).replaceAll(/part-[\da-f-]{36}/g, 'BOUNDARY');
  const part = (name: string, type: string, value: string): string =>
    `--BOUNDARY\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: ${type}\r\n\r\n${value}\r\n`;
  expect(sent).toBe(
    part('csv', 'text/csv', 'a,b') +
      part('point', 'application/json', `{"x":${big}}`) +
      part('points', 'application/json', '{"x":1}') +
      part('points', 'application/json', '{"x":2}') +
      part('all', 'application/json', '[{"x":3},{"x":4}]') +
      '--BOUNDARY--\r\n',
  );
});

test.each<[string, unknown, string]>([
  ['sendParts', 'text', 'body'],
  ['sendParts', ['a'], 'body'],
  ['sendParts', new Blob(['a']), 'body'],
  ['sendParts', { name: new Date(Number.NaN) }, 'body.name'],
  ['sendFile', { a: 1 }, 'body'],
  ['sendStyles', { deep: { a: { b: 1 } } }, 'body.deep[a]'],
  ['sendStyles', { plain: '\ud800' }, 'body.plain'],
])('%s refuses %o, and nothing is sent', async (id, body, option) => {
  const { call, received } = await api.serve();
  const error = await call(id, { body }).catch((thrown: unknown) => thrown);
  expect(error).toSatisfy(isConfigError);
  expect(error).toMatchObject({ option });
  expect(received).toEqual([]);
});

test('JSON in a parameter takes the bigint of a named schema, too', async () => {
  const { call, received } = await api.serve({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await call('filter', { query: { where: { x: big } } });
  expect(received[0]?.url).toBe(`/filter?where=%7B%22x%22%3A${big}%7D`);
});

test('the compiler knows forms and files', async () => {
  expect(
    await api.compile(`
  await call('sendStyles', { body: { deep: { a: 'b' }, joined: ['a'] } });
  await call('sendParts', { body: { name: 'a', count: 1n, picture: new Blob([]), files: [new File([], 'a'), new Uint8Array()] } });
  await call('sendParts', { body: { name: 'a', any: new ReadableStream<Uint8Array>() } });
  await call('sendFile', { body: new ReadableStream<Uint8Array>() });
  await call('sendPicture', { body: new Blob([]) });
  await call('filter', { query: { where: { x: 1n } } });
  (await call('filter')).x satisfies bigint | undefined;
  // @ts-expect-error a field of the form is missing
  await call('sendParts', { body: {} });
  // @ts-expect-error an object is no file
  await call('sendParts', { body: { name: 'a', picture: { a: 1 } } });
  // @ts-expect-error a number is no file
  await call('sendFile', { body: 1 });`),
  ).toBe('');
});

test.each<[object, string]>([
  [{ 'multipart/mixed': {} }, 'a: its body is sent as multipart/mixed'],
  [
    multipart(object({ a: text }), { a: { headers: { 'X-Own': { schema: text } } } }),
    'a: the field a of its form has headers of its own',
  ],
  [multipart(object({ a: map }), { a: { style: 'deepObject' } }), 'a: the field a of its form has style: deepObject'],
])('%o is refused with its reason', async (content, reason) => {
  const { refused } = generateWithNotes(await load({ paths: { '/a': post('a', content) } }));
  expect(refused.map((each) => `${each.operation}: ${each.reason}`)).toEqual([expect.stringContaining(reason)]);
});
