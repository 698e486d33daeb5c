import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from '../errors/config-error.ts';
import { maxHeaderBytes } from '../http/limits.ts';
import { Refusal } from '../http/refusal.ts';
import { parseDuration } from '../life/duration.ts';
import type { Service } from '../service/service.ts';
import { http } from './node-http.ts';
import { NodeRequest } from './node-request.ts';
import { createOutage } from './outage.ts';
import { createSender } from './send-answer.ts';
import { sendRefusal } from './send-by-hand.ts';

/** Where to listen. */
export interface ListenOptions {
  /** @default 0 a free one */
  readonly port?: number;
  /** @default '127.0.0.1' this machine only */
  readonly host?: string;
}

/** A server at its address. */
export interface Listener {
  readonly origin: string;
  /** @throws ConfigError for what is no duration */
  outage(duration: number | string): void;
  close(): Promise<void>;
}

/**
 * Serves over HTTP/1.1 until `close`, which drops what is still open.
 *
 * @throws ConfigError when the port cannot be had
 */
export async function listen(
  service: Service,
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<Listener> {
  const send = createSender((ms) => outage.begin(ms));
  const server = http.createServer({ maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 30_000 }, (message, response) => {
    const answer = service.handle(new NodeRequest(message));
    if (answer instanceof Promise) answer.then((ready) => send(ready, response)).catch(() => response.destroy());
    else send(answer, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    sendRefusal(clientError(error.code), socket as Socket),
  );
  server.on('connect', (_request, socket) =>
    sendRefusal(new Refusal(405, 'MethodNotAllowed', 'CONNECT is not allowed here.'), socket as Socket),
  );
  await start(server, port, host);
  const outage = createOutage(server);
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    outage: (duration) => outage.begin(parseDuration(duration)),
    close: () =>
      new Promise((resolve) => {
        outage.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function start(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void =>
      reject(new ConfigError('port', `${host}:${port} cannot be listened on: ${error.code ?? error.message}`));
    server.once('error', refused).listen(port, host, () => {
      server.off('error', refused);
      resolve();
    });
  });
}

function clientError(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal(431, 'HeadersTooLarge', `The headers are over ${maxHeaderBytes} bytes.`);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal(408, 'RequestTimeout', 'The request did not come to its end.');
  return new Refusal(400, 'BadRequest', 'This is no HTTP/1.1 request.');
}
