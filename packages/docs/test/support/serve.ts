import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
const unpacked = new Set(['.woff2', '.png']);

export const dist = new URL('../../dist/', import.meta.url);

/**
 * Serves the built site on loopback as a host would: compressed, and with a long cache lifetime for files with a hash
 * in their name.
 */
export async function serve(): Promise<{ origin: string; close(): Promise<void> }> {
  /** The compressed files that most pages share. */
  const shared = new Map<string, Buffer>();
  const pack = (path: string, body: Buffer): Buffer => {
    const done = shared.get(path) ?? gzipSync(body);
    if (path.startsWith('/_astro/')) shared.set(path, done);
    return done;
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const file = new URL(`.${path.endsWith('/') ? `${path}index.html` : path}`, dist);
    if (!file.href.startsWith(dist.href) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const body = readFileSync(file);
    const packed = !unpacked.has(extname(path));
    response.writeHead(200, {
      'content-type': types[extname(file.pathname)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=600',
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(packed ? pack(path, body) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
