import type { Credential } from '@syncline/auth';
import type { Tables } from '@syncline/openapi';
import { describe, expect, it } from 'vitest';
import { createODataClient } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { inProcess, json, rejection } from '../support/in-process.ts';
import { serve } from '../support/serve.ts';

const rows = json([]);

/** Requests that a platform refuses to create, each with the option that causes the refusal. */
const unsendable: readonly [what: string, option: string, call: (odata: Any) => Promise<unknown>][] = [
  ['a GET with a body', 'body', (odata) => odata.call('listHistory', { body: { a: 1 } })],
  ['a GET with an empty body', 'body', (odata) => odata.call('listHistory', { body: '' })],
  ['a HEAD with a body', 'body', (odata) => odata.raw.HEAD('/history', { body: { a: 1 } })],
  ['a raw GET with a body', 'body', (odata) => odata.raw.GET('/history', { body: { a: 1 } })],
  ['a method that is no name', 'method', (odata) => odata.raw.request('GE T', '/history')],
  ['CONNECT', 'method', (odata) => odata.raw.request('connect', '/history')],
  ['TRACE', 'method', (odata) => odata.raw.TRACE('/history')],
  ['TRACK of a consumer’s own tables', 'method', (odata) => odata.call('track')],
  [
    'a header whose name has a space',
    'headers',
    (odata) => odata.raw.GET('/history', { headers: { 'x key': 'canary' } }),
  ],
  ['a header with a line break', 'headers', (odata) => odata.raw.GET('/history', { headers: { x: 'canary\nx' } })],
  ['a header in another script', 'headers', (odata) => odata.raw.GET('/history', { headers: { x: 'canary ł' } })],
  ['one header of a list', 'headers', (odata) => odata.raw.GET('/history', { headers: { x: ['a', 'canary\0'] } })],
  ['a header parameter', 'headers', (odata) => odata.raw.GET('/history', { params: { header: { x: 'canary\rx' } } })],
  ['a header of a middleware', 'headers', (odata) => withMiddleware(odata, { x: 'canary\u2028' })],
  ['a header of a middleware without a name', 'headers', (odata) => withMiddleware(odata, { '': 'canary' })],
  [
    'an address with a user name',
    'baseUrl',
    (odata) => odata.raw.GET('/', { baseUrl: 'https://canary:x@api.example/app' }),
  ],
];

interface Any {
  call(id: string, init?: object): Promise<unknown>;
  readonly raw: Readonly<
    Record<'GET' | 'HEAD' | 'DELETE' | 'TRACE' | 'request', (...given: unknown[]) => Promise<unknown>>
  >;
}

function withMiddleware(odata: Any, headers: Record<string, string>): Promise<unknown> {
  const onRequest = ({ request }: { request: { headers: object } }) => void Object.assign(request.headers, headers);
  return odata.raw.GET('/history', { middleware: [{ onRequest }] });
}

const track = { method: 'TRACK', path: '/history', response: { kind: 'unknown', record: null } } as never;
const tables: Tables<object> = { operations: { track }, decode: {} };

describe('a request that cannot be sent is refused with the option at fault, and is neither sent nor retried', () => {
  it.each(unsendable)('%s', async (_, option, call) => {
    const { options, asked, events } = inProcess([rows]);
    const error = await rejection(call(createODataClient({ ...options, tables }) as never));
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', option });
    expect(`${(error as Error).message} ${JSON.stringify(events)}`).not.toContain('canary');
    expect(asked).toEqual([]);
    expect(events.filter(({ type }) => type === 'wait')).toEqual([]);
  });

  it.each(unsendable)('%s, over the Node transport', async (_, option, call) => {
    const seen: string[] = [];
    const origin = await serve((request, response) => (seen.push(request.method ?? ''), response.end('[]')));
    await using transport = createNodeTransport();
    const { options } = inProcess([], { baseUrl: origin, fetch: transport });
    const error = await rejection(call(createODataClient({ ...options, tables }) as never));
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', option });
    expect(seen).toEqual([]);
  });
});

it('the name of a header that a credential adds is checked too', async () => {
  const credential: Credential = {
    scheme: 'own',
    apply: (request) => void (request.headers['x key'] = 'canary'),
    onUnauthorized: () => false,
    scrub: (text) => text,
  };
  const { odata, asked } = inProcess([rows], { credential });
  expect(await rejection(odata.history.list())).toMatchObject({
    code: 'CALLBACK_FAILED',
    message: expect.stringContaining('credential.apply failed: its header x key cannot be sent'),
  });
  expect(asked).toEqual([]);
});

it('a request that can be sent is sent as before', async () => {
  const { odata, asked } = inProcess([json([]), json({})]);
  await odata.raw.GET('/history', {
    headers: { x: ' spaces and ümlauts\n', y: null, z: 7 as never, list: ['a', 'b'] },
  });
  await (odata.raw as never as Any['raw']).DELETE('/history', { body: { a: 1 } });
  expect(asked.map(({ init }) => [init.method, init.body, init.headers['x'], init.headers['list']])).toEqual([
    ['GET', undefined, 'spaces and ümlauts', 'a, b'],
    ['DELETE', '{"a":1}', undefined, undefined],
  ]);
});
