import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createODataClient } from '../../src/index.ts';
import { basic } from '@syncline/auth';
import { serve } from '../support/serve.ts';
import { drain, transportFor } from './support.ts';

const text = JSON.stringify({ value: Array.from({ length: 5000 }, (_, id) => ({ connectorid: `äöü ${id}` })) });
const from = (body: Buffer, encoding: string) =>
  serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body),
  );

it.each([
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['deflate, gzip', gzipSync(deflateSync(text))],
  ['identity', Buffer.from(text)],
])('decodes %s', async (encoding, body) => {
  const url = await from(body, encoding);
  const transport = transportFor();
  expect(await (await transport(url)).text()).toBe(text);
  expect(await drain((await transport(url)).body)).toBe(Buffer.byteLength(text));
});

it('does not change a body with an unknown encoding', async () => {
  expect(await (await transportFor()(await from(Buffer.from('abc'), 'rot13'))).text()).toBe('abc');
});

it('refuses too many encodings', async () => {
  await expect(transportFor()(await from(Buffer.from('abc'), Array(6).fill('gzip').join()))).rejects.toThrow(
    'content encodings',
  );
});

it('reads an encoded body of no bytes as no bytes', async () => {
  expect(await (await transportFor()(await from(Buffer.alloc(0), 'gzip'))).text()).toBe('');
});

it('fails if the encoded body is cut or damaged', async () => {
  const whole = gzipSync(text);
  const transport = transportFor();
  await expect((await transport(await from(whole.subarray(0, whole.length / 2), 'gzip'))).text()).rejects.toMatchObject(
    { code: 'Z_BUF_ERROR' },
  );
  await expect((await transport(await from(Buffer.from('no gzip at all'), 'gzip'))).text()).rejects.toMatchObject({
    code: 'Z_DATA_ERROR',
  });
});

/** Decompresses to twice as much memory as its reader may use. */
const bomb = gzipSync(Buffer.alloc(128 * 1024 * 1024));

it.each(['gzip', 'gzip, gzip'])('a bomb of %s needs no more memory than the limit allows', async (encoding) => {
  const url = await from(encoding === 'gzip' ? bomb : gzipSync(bomb), encoding);
  const client = createODataClient({
    baseUrl: url,
    credential: basic({ username: 'u', password: 'p' }),
    fetch: transportFor(),
    maxBodyBytes: 1024 * 1024,
  });
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  await expect(client.history.list()).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});
