import { isConfigError } from '@syncline/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GeneratedApi } from '../support/generated-api.ts';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const color = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } };
const done = { responses: { 204: { description: 'Done.' } } };

/** A path for each style and shape, as in the table of OpenAPI 3.1.1 ("Style Examples"). */
const STYLES = ['simple', 'label', 'matrix'].flatMap((style) =>
  [false, true].flatMap((explode) =>
    (
      [
        ['Text', text],
        ['List', list],
        ['Color', color],
      ] as const
    ).map(([shape, schema]) => {
      const id = `${style}${explode ? 'Each' : ''}${shape}`;
      const parameter = { name: 'color', in: 'path', required: true, style, explode, schema };
      return [`/${id}/{color}/end`, { get: { operationId: id, parameters: [parameter], ...done } }] as const;
    }),
  ),
);

const query = (name: string, more: object) => ({ name, in: 'query', ...more });
const header = (name: string, more: object) => ({ name, in: 'header', ...more });
const cookie = (name: string, more: object) => ({ name, in: 'cookie', ...more });

const document = {
  openapi: '3.1.0',
  info: { title: 'Parameters', version: '1' },
  paths: {
    ...Object.fromEntries(STYLES),
    '/m/{m}/{l}': {
      get: {
        operationId: 'both',
        parameters: [
          { name: 'm', in: 'path', required: true, style: 'matrix', schema: text },
          { name: 'l', in: 'path', required: true, style: 'label', schema: text },
        ],
        ...done,
      },
    },
    '/lists/{ids}': {
      get: {
        operationId: 'lists',
        parameters: [
          { name: 'ids', in: 'path', required: true, schema: { type: 'array', items: { type: 'integer' } } },
        ],
        ...done,
      },
    },
    '/json/{filter}': {
      get: {
        operationId: 'json',
        parameters: [
          { name: 'filter', in: 'path', required: true, content: { 'application/json': { schema: color } } },
          query('big', { content: { 'application/json': { schema: { type: 'array', items: {} } } } }),
          header('X-Json', { content: { 'application/json': { schema: { type: 'array', items: {} } } } }),
          cookie('json', { content: { 'application/json': { schema: color } } }),
        ],
        ...done,
      },
    },
    '/reserved': {
      get: { operationId: 'reserved', parameters: [query('at', { allowReserved: true, schema: text })], ...done },
    },
    '/headers': {
      parameters: [header('X-Shared', { schema: text }), header('x-replaced', { schema: text })],
      put: {
        operationId: 'needHeader',
        parameters: [
          header('If-Match', { required: true, schema: text }),
          header('x-replaced', { schema: list }),
          header('X-Count', { schema: { type: 'integer' } }),
          header('X-Color', { schema: color }),
          header('X-Colors', { explode: true, schema: color }),
          header('Accept', { required: true, schema: text }),
          header('content-type', { required: true, schema: text }),
          header('AUTHORIZATION', { required: true, schema: text }),
          cookie('session', { required: true, schema: text }),
          cookie('theme', { schema: text }),
          cookie('ids', { explode: false, schema: list }),
        ],
        requestBody: { content: { 'application/json': { schema: color } } },
        ...done,
      },
      get: { operationId: 'maybeHeader', parameters: [header('If-None-Match', { schema: text })], ...done },
    },
    '/plain': { get: { operationId: 'plain', ...done } },
  },
};

let api: GeneratedApi;
beforeAll(async () => {
  api = await GeneratedApi.of(document);
});
afterAll(() => api.remove());

describe('a path parameter is written in its style, by call and by raw', () => {
  const one = 'blue';
  const all = ['blue', 'black', 'brown'];
  const rgb = { R: 100, G: 200 };
  test.each<[string, unknown, string]>([
    ['simpleText', one, 'blue'],
    ['simpleEachText', one, 'blue'],
    ['simpleList', all, 'blue,black,brown'],
    ['simpleEachList', all, 'blue,black,brown'],
    ['simpleColor', rgb, 'R,100,G,200'],
    ['simpleEachColor', rgb, 'R=100,G=200'],
    ['labelText', one, '.blue'],
    ['labelEachText', one, '.blue'],
    ['labelList', all, '.blue,black,brown'],
    ['labelEachList', all, '.blue.black.brown'],
    ['labelColor', rgb, '.R,100,G,200'],
    ['labelEachColor', rgb, '.R=100.G=200'],
    ['matrixText', one, ';color=blue'],
    ['matrixText', '', ';color'],
    ['matrixEachText', one, ';color=blue'],
    ['matrixList', all, ';color=blue,black,brown'],
    ['matrixEachList', all, ';color=blue;color=black;color=brown'],
    ['matrixColor', rgb, ';color=R,100,G,200'],
    ['matrixEachColor', rgb, ';R=100;G=200'],
    ['simpleList', ['a,b', 'c/d', undefined, '{e}'], 'a%2Cb,c%2Fd,%7Be%7D'],
    ['labelColor', { 'a.b': '/' }, '.a.b,%2F'],
  ])('%s of %j is %s', async (id, value, expected) => {
    const { call, raw, received } = await api.serve();
    await call(id, { path: { color: value } });
    await raw.GET(`/${id}/{color}/end`, { params: { path: { color: value } } });
    expect(received.map(({ url }) => url)).toEqual([`/${id}/${expected}/end`, `/${id}/${expected}/end`]);
  });

  test('two styles in one path', async () => {
    const { call, received } = await api.serve();
    await call('both', { path: { m: 'mm', l: 'll' } });
    await call('lists', { path: { ids: [1, 2n, 3] } });
    expect(received.map(({ url }) => url)).toEqual(['/m/;m=mm/.ll', '/lists/1,2,3']);
  });

  test.each<[string, unknown]>([
    ['simpleText', ''],
    ['simpleList', []],
    ['simpleList', ['..']],
    ['simpleList', [['a']]],
    ['labelText', ''],
    ['labelText', '.'],
    ['labelEachList', ['']],
    ['matrixText', undefined],
    ['matrixColor', { R: {} }],
    ['labelText', '\ud800'],
  ])('%s refuses %j, which would change the path or cannot be written', async (id, color) => {
    const { call, received } = await api.serve();
    const error = await call(id, { path: { color } }).catch((thrown: unknown) => thrown);
    expect(error).toSatisfy(isConfigError);
    expect(error).toMatchObject({ option: 'color' });
    expect(received).toEqual([]);
  });
});

test('JSON in a parameter keeps every digit, and a header holds only ASCII', async () => {
  const { call, received } = await api.serve();
  const big = 2n ** 63n - 1n;
  await call('json', {
    path: { filter: { R: 1 } },
    query: { big: [big, 'ü'] },
    headers: { 'X-Json': [big, 'ü'] },
    cookies: { json: { G: 2 } },
  });
  expect(received[0]).toMatchObject({
    url: `/json/%7B%22R%22%3A1%7D?big=%5B${big}%2C%22%C3%BC%22%5D`,
    headers: { 'x-json': `[${big},"\\u00fc"]`, cookie: 'json=%7B%22G%22%3A2%7D' },
  });
});

test('reserved characters stay as they are where the document allows them', async () => {
  const { call, received } = await api.serve();
  await call('reserved', { query: { at: '/a:b?c@d!e$fg(h)*,;' } });
  await call('reserved', { query: { at: 'a&b=c#d+e[f] g' } });
  expect(received.map(({ url }) => url)).toEqual([
    '/reserved?at=/a:b?c@d!e$fg(h)*,;',
    '/reserved?at=a%26b%3Dc%23d%2Be%5Bf%5D%20g',
  ]);
});

describe('headers and cookies', () => {
  const full = {
    headers: {
      'If-Match': '"v1"',
      'X-Shared': 'a, b',
      'x-replaced': ['one', 'two'],
      'X-Count': 7,
      'X-Color': { R: 1, G: 2 },
      'X-Colors': { R: 1, G: 2 },
    },
    cookies: { session: 'a b;c', theme: undefined, ids: ['1', '2,3'] },
    body: { R: 1 },
  };

  test('are sent with a call, beside those of every request', async () => {
    const { call, received } = await api.serve();
    await call('needHeader', full);
    expect(received[0]).toMatchObject({
      method: 'PUT',
      headers: {
        'if-match': '"v1"',
        'x-shared': 'a, b',
        'x-replaced': 'one,two',
        'x-count': '7',
        'x-color': 'R,1,G,2',
        'x-colors': 'R=1,G=2',
        cookie: 'session=a%20b%3Bc; ids=1,2%2C3',
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: expect.stringMatching(/^Basic /),
      },
    });
    expect(String(received[0]?.body)).toBe('{"R":1}');
  });

  test('are sent by raw', async () => {
    const { raw, received } = await api.serve();
    const { headers: header, cookies, body } = full;
    await raw.PUT('/headers', { params: { header, cookie: cookies }, body });
    expect(received[0]?.headers).toMatchObject({
      'if-match': '"v1"',
      'x-color': 'R,1,G,2',
      cookie: 'session=a%20b%3Bc; ids=1,2%2C3',
      'content-type': 'application/json',
    });
  });

  test('are not sent if they are not set', async () => {
    const { call, received } = await api.serve();
    await call('maybeHeader');
    await call('maybeHeader', { headers: {} });
    await call('maybeHeader', { headers: { 'If-None-Match': undefined } });
    expect(received).toHaveLength(3);
    for (const { headers } of received) expect(headers).not.toHaveProperty('if-none-match');
  });

  test.each<[string, object, string, string]>([
    ['needHeader', { cookies: { session: 'a' } }, 'If-Match', 'If-Match is missing in headers'],
    ['needHeader', { headers: { 'If-Match': '*' } }, 'session', 'session is missing in cookies'],
    ['needHeader', { headers: { 'If-Match': null }, cookies: { session: 'a' } }, 'If-Match', 'If-Match is missing'],
    ['needHeader', { ...full, headers: { 'If-Match': 'a\nb' } }, 'headers', 'without line breaks'],
    ['needHeader', { ...full, headers: { 'if-match': '*' } }, 'headers.if-match', 'did you mean If-Match?'],
    [
      'needHeader',
      { ...full, headers: { 'If-Match': '*', Accept: 'text/html' } },
      'headers.Accept',
      'is not an option',
    ],
    ['maybeHeader', { cookies: { session: 'a' } }, 'cookies.session', 'is not an option: use none'],
    ['plain', { headers: { 'X-Any': 'a' } }, 'headers.X-Any', 'is not an option: use none'],
  ])('%s refuses %j, and sends nothing', async (id, init, option, message) => {
    const { call, received } = await api.serve();
    const error = await call(id, init).catch((thrown: unknown) => thrown);
    expect(error).toSatisfy(isConfigError);
    expect(error).toMatchObject({ option, message: expect.stringContaining(message) });
    expect(received).toEqual([]);
  });

  test('are not taken from a polluted prototype', async () => {
    const { call, received } = await api.serve();
    Object.assign(Object.prototype, { headers: { 'If-None-Match': 'x' }, 'If-None-Match': 'y' });
    try {
      await call('maybeHeader', {});
    } finally {
      Reflect.deleteProperty(Object.prototype, 'headers');
      Reflect.deleteProperty(Object.prototype, 'If-None-Match');
    }
    expect(received[0]?.headers).not.toHaveProperty('if-none-match');
  });
});

test('the compiler knows the parameters in every place', async () => {
  expect(
    await api.compile(`
  await call('needHeader', { headers: { 'If-Match': '*', 'X-Count': 1, 'x-replaced': ['a'] }, cookies: { session: 'a' } });
  await call('maybeHeader');
  await call('maybeHeader', { headers: { 'If-None-Match': '*' } });
  await call('simpleList', { path: { color: ['a'] } });
  await call('matrixColor', { path: { color: { R: 1 } } });
  await call('json', { path: { filter: { R: 1 } } });
  // @ts-expect-error a header is missing
  await call('needHeader', { cookies: { session: 'a' } });
  // @ts-expect-error a cookie is missing
  await call('needHeader', { headers: { 'If-Match': '*' } });
  // @ts-expect-error the operation has no such header
  await call('maybeHeader', { headers: { 'If-Match': '*' } });
  // @ts-expect-error the media type of the body decides
  await call('needHeader', { headers: { 'If-Match': '*', Accept: 'a' }, cookies: { session: 'a' } });
  // @ts-expect-error the operation has no headers
  await call('plain', { headers: { 'If-Match': '*' } });
  // @ts-expect-error a list is not a text
  await call('simpleText', { path: { color: ['a'] } });
  // @ts-expect-error the object has no such member
  await call('matrixColor', { path: { color: { B: 1 } } });
  // @ts-expect-error JSON has a type too
  await call('json', { path: { filter: 'R' } });`),
  ).toBe('');
});
