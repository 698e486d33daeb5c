import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a real server on loopback for one test and returns its address. */
export const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A server that gives each request the next answer. Further requests get the last one again. */
export const serveInTurn = async (
  ...answers: { status?: number; body: unknown; headers?: Record<string, string> }[]
) => {
  const requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  const url = await serve((request, response) => {
    const {
      status = 200,
      body,
      headers,
    } = answers[Math.min(requests.length, answers.length - 1)] as (typeof answers)[0];
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { url, requests };
};
