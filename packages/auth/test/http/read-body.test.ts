import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { BodyTooLarge, readBody } from '../../src/http/read-body.ts';

const streamOf = (chunks: string[], onCancel = () => {}) => {
  const rest = chunks.map((chunk) => new TextEncoder().encode(chunk));
  return {
    body: new ReadableStream<Uint8Array>(
      {
        pull: (controller) => (rest.length ? controller.enqueue(rest.shift()!) : controller.close()),
        cancel: onCancel,
      },
      { highWaterMark: 0 },
    ),
  };
};
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('readBody', () => {
  it.each([[[]], [['one']], [['one', ' ', 'two']]])('reads %j', async (chunks) => {
    expect(text(await readBody(streamOf(chunks), 7))).toBe(chunks.join(''));
  });

  it('reads no body as no bytes', async () => {
    expect(await readBody({ body: null }, 7)).toHaveLength(0);
  });

  it('refuses one byte too many and cancels the rest', async () => {
    let cancelled = false;
    const body = streamOf(['1234', '5678', '9'], () => {
      cancelled = true;
    });
    await expect(readBody(body, 7)).rejects.toThrow(new BodyTooLarge(7));
    expect(cancelled).toBe(true);
  });

  it('does not wait for a cancellation that fails', async () => {
    const body = streamOf(['12345678'], () => {
      throw new Error('no');
    });
    await expect(readBody(body, 7)).rejects.toBeInstanceOf(BodyTooLarge);
  });

  it('counts what gzip hides', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    ).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(64 * 1024);
    await expect(readBody(response, 64 * 1024)).rejects.toMatchObject({ name: 'BodyTooLarge', maxBytes: 65536 });
    server.close();
  });
});
