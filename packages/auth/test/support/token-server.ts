import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the token endpoint answers to one request. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
  delayMs?: number;
  /** Never answers. */
  hang?: boolean;
  /** Cut the connection: before the answer, or in the middle of it. */
  cut?: 'before' | 'within';
}

export interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real HTTP token endpoint on loopback, whose answers a test writes. */
export async function tokenServer(
  answer: (count: number, seen: Seen) => Answer = (count) => ({
    body: { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 },
  }),
) {
  const seen: Seen[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const entry = { path: request.url ?? '', headers: request.headers, body };
    seen.push(entry);
    const { status = 200, headers = {}, body: content = '', delayMs = 0, hang, cut } = answer(seen.length, entry);
    if (hang) return;
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (cut === 'before') return void request.socket.destroy();
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    response.writeHead(status, {
      'content-type': 'application/json;charset=UTF-8',
      'cache-control': 'no-store',
      ...headers,
    });
    if (cut === 'within') {
      response.write(text.slice(0, 5));
      return void setTimeout(() => request.socket.destroy(), 20);
    }
    response.end(text);
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
