import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Reply {
  readonly status?: number;
  readonly body?: string;
}

/** A server on loopback that sends the given replies one after the other and records the requests. */
export async function serve(...replies: readonly Reply[]): Promise<{ baseUrl: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { status = 200, body = '' } = replies[asked.length] ?? { status: 500, body: 'no more replies' };
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.rsc`, asked };
}
