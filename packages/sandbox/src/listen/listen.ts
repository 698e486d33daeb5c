import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer } from '../contract.ts';
import { ConfigError } from '../errors/config-error.ts';
import { refusalAnswer } from '../http/answers.ts';
import { maxHeaderBytes } from '../http/limits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Service } from '../service/service.ts';
import { NodeRequest } from './node-request.ts';
import { sendAnswer } from './send-answer.ts';

// An import of node:http reads every export of it, WebSocket among them, for which Node then loads its whole fetch: a third of the start.
const { createServer } = process.getBuiltinModule('node:http');

/** Where to listen. */
export interface ListenOptions {
  /** @default 0 a free one */
  readonly port?: number;
  /** @default '127.0.0.1' this machine only */
  readonly host?: string;
}

/**
 * Serves over HTTP/1.1 until `close`, which drops what is still open.
 *
 * @throws ConfigError when the port cannot be had
 */
export async function listen(service: Service, { port = 0, host = '127.0.0.1' }: ListenOptions = {}): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 30_000 }, (message, response) => {
    const answer = service.handle(new NodeRequest(message));
    const sent = answer instanceof Promise ? answer.then((ready) => sendAnswer(ready, response)) : sendAnswer(answer, response);
    sent.catch(() => response.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => sendRaw(clientError(error.code), socket as Socket));
  server.on('connect', (_request, socket) => sendRaw(new Refusal(405, 'MethodNotAllowed', 'CONNECT is not allowed here.'), socket as Socket));
  await start(server, port, host);
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

function start(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ConfigError('port', `${host}:${port} cannot be listened on: ${error.code ?? error.message}`)));
    server.listen(port, host, resolve);
  });
}

function clientError(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal(431, 'HeadersTooLarge', `The headers are over ${maxHeaderBytes} bytes.`);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal(408, 'RequestTimeout', 'The request did not come to its end.');
  return new Refusal(400, 'BadRequest', 'This is no HTTP/1.1 request.');
}

/** For what node:http gave up reading: there is no response object to write to. */
function sendRaw(refusal: Refusal, socket: Socket): void {
  // node:http has let go of a CONNECT's socket: without a listener, a client that resets it would end the process.
  socket.on('error', () => socket.destroy());
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body }: Answer = refusalAnswer('odata', refusal);
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body as string), connection: 'close' }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${refusal.code}\r\n${lines.join('')}\r\n${body as string}`);
}
