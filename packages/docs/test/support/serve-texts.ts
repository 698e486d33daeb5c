import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Serves texts on loopback by their paths, compressed: scripts by the ending `.js`, and pages. */
export async function serveTexts(texts: Readonly<Record<string, string>>): Promise<{ origin: string; close(): void }> {
  const bodies = new Map(Object.entries(texts).map(([path, text]) => [path, gzipSync(text)]));
  const server = createServer(({ url = '' }, response) => {
    const body = bodies.get(url);
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
