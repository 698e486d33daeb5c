import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError, ownOptions, parseDuration } from '@syncline/core/internal';
import { maxHeaderBytes } from '../http/request.ts';
import { ServiceError } from '../http/service-error.ts';
import type { Service } from '../http/service.ts';
import { http } from './node-http.ts';
import { NodeRequest } from './node-request.ts';
import { createOutage } from './outage.ts';
import { createSender } from './send-response.ts';
import { type ParseError, unreadRequest } from './unread-request.ts';
import { sendRefusal } from './write-socket.ts';

/** Where to listen. */
export interface ListenOptions {
  /** @default 0, which picks a free port */
  readonly port?: number | undefined;
  /** @default '127.0.0.1', which accepts requests from this machine only */
  readonly host?: string | undefined;
}

/** A listening server. */
export interface Listener {
  readonly origin: string;
  /** @throws ConfigError when the argument is not a duration */
  outage(duration: number | string): void;
  close(): Promise<void>;
}

const connectRefused = new ServiceError(405, 'MethodNotAllowed', 'CONNECT is not allowed here: this is not a proxy.');
const unexpected = new ServiceError(417, 'ExpectationFailed', 'The header Expect can only be 100-continue.');

/**
 * Serves over HTTP/1.1 until `close`, which drops open connections.
 *
 * @throws ConfigError when an option is invalid, or the port cannot be used
 */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listener> {
  const { port = 0, host = '127.0.0.1' } = ownOptions(options, { port: 1, host: 1 });
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError('port', `must be a whole number from 0 to 65535, found ${JSON.stringify(port)}`);
  if (typeof host !== 'string' || host === '')
    throw new ConfigError('host', `must be the name or the address of this machine, found ${JSON.stringify(host)}`);
  const { send, sendWaiting } = createSender((ms) => outage.begin(ms));
  const serve = (message: IncomingMessage, target: ServerResponse, refusal?: ServiceError): void => {
    const response = service(new NodeRequest(message, sendWaiting, refusal));
    if (response instanceof Promise) response.then((settled) => send(settled, target)).catch(() => target.destroy());
    else send(response, target);
  };
  // Requests that node:http would refuse itself go through the service, so that the request log shows them and the
  // reason.
  const server = http.createServer(
    { maxHeaderSize: maxHeaderBytes, keepAliveTimeout: 30_000, requireHostHeader: false },
    (message, target) => serve(message, target),
  );
  server.on('checkExpectation', (message: IncomingMessage, target: ServerResponse) =>
    serve(message, target, unexpected),
  );
  server.on('clientError', (error: ParseError, connection) => {
    const socket = connection as Socket;
    // Nothing was sent: browsers open connections that they may need later.
    if (socket.bytesRead === 0 || !socket.writable) return void socket.destroy();
    void sendRefusal(service(unreadRequest(error, socket)), socket);
  });
  server.on('connect', (message, connection) =>
    sendRefusal(service(new NodeRequest(message, sendWaiting, connectRefused)), connection as Socket),
  );
  await start(server, port, host);
  const outage = createOutage(server);
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    outage: (duration) => outage.begin(parseDuration('duration', duration)),
    close: () =>
      new Promise((resolve) => {
        outage.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Checks that a port can be used, before a load that may take long. Port 0 always can.
 *
 * @throws ConfigError when the port cannot be used
 */
export async function checkPort({ port = 0, host = '127.0.0.1' }: ListenOptions): Promise<void> {
  if (port === 0) return;
  const server = http.createServer();
  await start(server, port, host);
  await new Promise((resolve) => server.close(resolve));
}

function start(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(new ConfigError('port', `cannot be used: ${portProblem(error, port, host)}`));
    server.once('error', fail).listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** What is wrong with the port, and how to fix it. */
function portProblem(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `another program listens on ${host}:${port}; stop it, use port ${port < 65_535 ? port + 1 : port - 1}, or 0 for a free one`;
    case 'EACCES':
      return `${host}:${port} needs more permissions; use a port above 1023, or 0 for a free one`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all addresses`;
    default:
      return `listening on ${host}:${port} failed with ${error.code ?? error.message}; use another port, or 0 for a free one`;
  }
}
