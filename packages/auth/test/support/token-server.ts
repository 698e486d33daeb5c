import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the token endpoint responds to one request. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a string or a buffer. */
  body?: unknown;
  /** The response is sent when this promise resolves. */
  until?: Promise<unknown>;
  /** Never responds. */
  hang?: boolean;
  /** Closes the connection before the response or in the middle of it. */
  cut?: 'before' | 'within';
}

export interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real HTTP token endpoint on loopback, with responses set by the test. */
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
    const { status = 200, headers = {}, body: content = '', until, hang, cut } = answer(seen.length, entry);
    if (hang) return;
    await until;
    if (cut === 'before') return void request.socket.destroy();
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    response.writeHead(status, {
      'content-type': 'application/json;charset=UTF-8',
      'cache-control': 'no-store',
      ...headers,
    });
    if (cut === 'within') {
      return void response.write(text.slice(0, 5), () => request.socket.destroy());
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
