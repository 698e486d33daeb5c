/** The hostile server, in its own process. It prints its two ports and serves each fault under `/<name>/<run>/…`. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exchange } from './fault.ts';
import { faults } from './faults/index.ts';

const counts = new Map<string, number>();
const seenElsewhere: string[] = [];
const listen = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

const other = createServer((request, response) => {
  seenElsewhere.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
});
const own = createServer((request, response) => {
  request.resume();
  request.on('error', () => {});
  response.on('error', () => {});
  const [, name = '', run = ''] = (request.url ?? '').split(/[/?]/);
  if (name === 'seen')
    return void response.end(JSON.stringify({ count: counts.get(run) ?? 0, elsewhere: seenElsewhere }));
  // The service for a client with a token endpoint that misbehaves.
  if (name === 'healthy') return void sendJson(response)('[]');
  const count = (counts.get(run) ?? 0) + 1;
  counts.set(run, count);
  faults[decodeURIComponent(name)]?.serve?.({
    request,
    response,
    count,
    own: `http://127.0.0.1:${ports.own}/${name}/${run}`,
    other: `http://127.0.0.1:${ports.other}`,
    json: sendJson(response),
  });
});

const sendJson =
  (response: import('node:http').ServerResponse<IncomingMessage>): Exchange['json'] =>
  (body, status = 200, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers })
      .end(text);
  };

const ports = { own: await listen(own), other: await listen(other) };
console.log(JSON.stringify(ports));
// This process ends when its parent ends.
process.stdin.on('end', () => process.exit()).resume();
