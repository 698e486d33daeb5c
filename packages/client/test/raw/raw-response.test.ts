import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createCloudClient } from '../../src/index.ts';
import { inProcess, json, rejection, type Reply } from '../support/in-process.ts';

const bytes =
  (status: number, ...values: number[]): Reply =>
  () =>
    new Response(new Uint8Array(values), { status, headers: { 'content-type': 'application/json' } });
const raw = (reply: Reply) => inProcess([reply]).odata.raw;

describe('a response through raw', () => {
  it('has its status, its headers and its body in every form', async () => {
    const { odata } = inProcess([json('[1]', 200, { 'x-one': 'a' })]);
    const { response, data } = await odata.raw.GET('/history');
    expect([response.status, response.ok, response.headers.get('x-one'), response.headers.get('x-two'), data]).toEqual([
      200,
      true,
      'a',
      null,
      [1],
    ]);
    expect(await (await raw(json('[1]')).GET('/history', { parseAs: 'text' })).data).toBe('[1]');
    const buffer = (await raw(json('[1]')).GET('/history', { parseAs: 'arrayBuffer' })).data;
    expect(new TextDecoder().decode(buffer)).toBe('[1]');
    const stream = (await raw(json('[1]')).GET('/history', { parseAs: 'stream' })).data;
    expect(await new Response(stream).text()).toBe('[1]');
  });
  it.each([
    [{ 'content-type': 'text/json;x=1' }, 'text/json;x=1'],
    [undefined, ''],
  ])('is a blob of its content type: %j', async (headers, type) => {
    const reply: Reply = () => new Response(new TextEncoder().encode('[1]'), headers === undefined ? {} : { headers });
    const { data } = await raw(reply).GET('/history', { parseAs: 'blob' });
    expect([data?.type, await data?.text()]).toEqual([type, '[1]']);
  });
  it('is a buffer that one reader may change without affecting another', async () => {
    const { response } = await raw(json('[1]')).GET('/history', { parseAs: 'stream' });
    const first = new Uint8Array(await response.arrayBuffer());
    expect(first.byteOffset).toBe(0);
    first.fill(0);
    expect(await response.text()).toBe('[1]');
  });
  it('is asked for with every digit of a bigint, or not with a body that JSON cannot hold', async () => {
    const { options, asked } = inProcess([json({})]);
    const { raw: client } = createCloudClient(options);
    await client.POST('/api/query', { body: { query: 2n ** 63n - 1n } as never });
    expect(asked[0]?.init.body).toBe('{"query":9223372036854775807}');
    const circular: { query: unknown } = { query: '' };
    circular.query = circular;
    expect(await rejection(client.POST('/api/query', { body: circular as never }))).toMatchObject({
      code: 'CONFIG_INVALID',
      option: 'body',
    });
    expect(asked).toHaveLength(1);
  });
  it('without a body has no bytes', async () => {
    const { response } = await raw(() => new Response(null, { status: 204 })).GET('/history');
    expect([await response.text(), (await response.arrayBuffer()).byteLength, (await response.blob()).size]).toEqual([
      '',
      0,
      0,
    ]);
  });
  it('that is not UTF-8 is refused as text for a success, and shown as far as possible for a failure', async () => {
    expect(await rejection(raw(bytes(200, 0x22, 0xff, 0x22)).GET('/history', { parseAs: 'text' }))).toMatchObject({
      code: 'RESPONSE_FORMAT',
      reason: 'encoding',
    });
    expect((await raw(bytes(400, 0x22, 0xff, 0x22)).GET('/history')).error).toBe('\uFFFD');
  });
  it('may begin with a byte order mark', async () => {
    expect((await raw(bytes(200, 0xef, 0xbb, 0xbf, 0x5b, 0x5d)).GET('/history')).data).toEqual([]);
  });
  it.each(['application/json', undefined])('that is not JSON is an error that does not quote it (%s)', async (type) => {
    const reply: Reply = () =>
      new Response(new TextEncoder().encode('{"password": hunter2}'), {
        headers: { 'content-length': '21', ...(type && { 'content-type': type }) },
      });
    for (const options of [{}, { parseAs: 'json' as const }]) {
      const error = await rejection(raw(reply).GET('/history', options));
      expect(error).toMatchObject({ code: 'RESPONSE_FORMAT', reason: 'json', path: '/app/history' });
      expect(inspect(error)).not.toContain('hunter2');
    }
    const { response } = await raw(reply).GET('/history', { parseAs: 'stream' });
    expect(await rejection(response.json())).toMatchObject({ code: 'RESPONSE_FORMAT', reason: 'json' });
  });
  it.each([
    '{"a":{"__proto__":{"admin":true}}}',
    '{"a":{"\\u005f_proto__":{"admin":true}}}',
  ])('has no key __proto__, as data and as an error: %s', async (text) => {
    expect((await raw(json(text)).GET('/history')).data).toEqual({ a: {} });
    expect((await raw(json(text, 400)).GET('/history')).error).toEqual({ a: {} });
    const { response } = await raw(json(text)).GET('/history', { parseAs: 'stream' });
    expect(Object.hasOwn(((await response.json()) as { a: object }).a, '__proto__')).toBe(false);
    const { data } = await raw(json(text)).GET('/history');
    expect(Object.hasOwn((data as unknown as { a: object }).a, '__proto__')).toBe(false);
  });
  it('may be created by middleware', async () => {
    const { odata } = inProcess([json('[1]')]);
    odata.raw.use({ onResponse: () => new Response('[2]') });
    expect((await odata.raw.GET('/history')).data).toEqual([2]);
    const other = raw(json('[1]'));
    other.use({ onResponse: () => new Response('{2') });
    expect(await rejection(other.GET('/history'))).toMatchObject({ code: 'RESPONSE_FORMAT', method: 'GET' });
  });
});
