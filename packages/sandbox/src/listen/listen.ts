import { ConfigError, isThenable, ownOptions, parseDuration } from '@syncline/core/internal';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  BodyTooLargeError,
  type RequestHeaders,
  type SandboxRequest,
  type Service,
  maxBodyBytes,
  maxHeaderBytes,
} from '../http/request.ts';
import { ServiceError, badRequest, headersTooLarge } from '../http/response.ts';
import { createSender, http, sendRefusal } from './send-response.ts';

/** Simulates outages of a server. */
interface Outage {
  /** Drops every connection and refuses new ones for this many milliseconds. Does nothing during an outage. */
  begin(ms: number): void;
  /** Prevents the server from listening again. */
  stop(): void;
}

/** How long to wait before trying again when another program has taken the port. */
const retryMs = 50;

/** Stops a listening server and starts it again at the same address. */
function createOutage(server: Server): Outage {
  const { address: host, port } = server.address() as AddressInfo;
  let timer: NodeJS.Timeout | undefined;
  const listenAgain = (): void => {
    timer = undefined;
    server.listen(port, host);
  };
  server.on('error', () => {
    if (!server.listening) timer = setTimeout(listenAgain, retryMs);
  });
  return {
    begin(ms) {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      timer = setTimeout(listenAgain, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** The error of `node:http` about bytes that it could not parse as a request. */
interface ParseError extends NodeJS.ErrnoException {
  /** The chunk of bytes that contains the mistake. */
  readonly rawPacket?: Uint8Array;
  /** How many of these bytes were parsed. */
  readonly bytesParsed?: number;
  /** The message of the parser. It does not quote the request. */
  readonly reason?: string;
}

/** A request that `node:http` could not parse, with its first line if there is one. */
function unreadRequest(error: ParseError, { remoteAddress }: Socket): SandboxRequest {
  const { method, target } = firstLine(error) ?? { method: '?', target: '(unreadable)' };
  const [path = '', ...rest] = target.split('?');
  return {
    method,
    path,
    query: rest.join('?'),
    header: () => undefined,
    headers: () => ({}),
    readBody: () => Promise.resolve(new Uint8Array()),
    loopback: isLoopback(remoteAddress),
    refusal: refusalOf(error),
  };
}

/** Maximum length of the line. Node does not read longer lines. */
const maxLine = maxHeaderBytes;

/** The request line before the mistake. Earlier requests in the same chunk may come before it. */
function firstLine({ rawPacket, bytesParsed = 0 }: ParseError): { method: string; target: string } | undefined {
  if (rawPacket === undefined) return undefined;
  const understood = new TextDecoder('latin1').decode(rawPacket.subarray(0, bytesParsed));
  const end = understood.lastIndexOf('\r\n\r\n');
  const start = end < 0 ? 0 : end + 4;
  const line = new TextDecoder('latin1').decode(rawPacket.subarray(start, start + maxLine)).split('\n', 1)[0] ?? '';
  const match = /^([!-~]{1,40}) ([!-~]+)(?: HTTP\/\d\.\d)?\r?$/.exec(line);
  return match === null ? undefined : { method: match[1] as string, target: match[2] as string };
}

function refusalOf({ code, reason, rawPacket }: ParseError): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(maxHeaderBytes);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError(408, 'RequestTimeout', 'The request did not arrive completely in time.');
  // The type of a TLS record that begins a handshake, and the major version of TLS (RFC 8446, section 5.1).
  if (rawPacket?.[0] === 22 && rawPacket[1] === 3)
    return badRequest('This is a TLS handshake, but the sandbox speaks plain HTTP. Use http:// in the address.');
  return badRequest(`This is not an HTTP/1.1 request${reason === undefined ? '' : `: ${reason}`}.`);
}

/** Where to listen. */
export interface ListenOptions {
  /** @default 0, which picks a free port */
  readonly port?: number | undefined;
  /** @default '127.0.0.1', which accepts requests from this machine only */
  readonly host?: string | undefined;
}

/** A listening server. */
interface Listener {
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
    if (isThenable(response)) response.then((settled) => send(settled, target)).catch(() => target.destroy());
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

/** A request of node:http. */
class NodeRequest implements SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #message: IncomingMessage;

  readonly refusal: ServiceError | undefined;
  readonly isProxied: boolean;
  readonly sendWaiting: () => void;

  constructor(message: IncomingMessage, sendWaiting: () => void, refusal?: ServiceError) {
    const url = originForm(message.url ?? '/');
    this.isProxied = url !== (message.url ?? '/');
    const mark = url.indexOf('?');
    this.method = message.method ?? 'GET';
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = mark < 0 ? '' : url.slice(mark + 1);
    this.#message = message;
    this.sendWaiting = sendWaiting;
    this.refusal = refusal ?? (message.headers.host === undefined ? withoutHost(message) : undefined);
  }

  get loopback(): boolean {
    return isLoopback(this.#message.socket.remoteAddress);
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  headers(): RequestHeaders {
    return this.#message.headers;
  }

  async readBody(): Promise<Uint8Array> {
    if (Number(this.#message.headers['content-length'] ?? 0) > maxBodyBytes) throw new BodyTooLargeError();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.#message as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBodyBytes) throw new BodyTooLargeError();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

/** Whether an address of a socket is one of this machine's own. */
export function isLoopback(address = ''): boolean {
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.');
}

/** RFC 9112, section 3.2. HTTP/1.0 does not have this rule. */
function withoutHost({ httpVersion }: IncomingMessage): ServiceError | undefined {
  if (httpVersion !== '1.1') return undefined;
  return new ServiceError(400, 'BadRequest', 'The request has no Host header, which HTTP/1.1 requires.', {
    connection: 'close',
  });
}

/** A client that uses a proxy sends the absolute URL (RFC 9112, section 3.2.2). The path begins after the host. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const match = /^https?:\/\/[^/?]*/i.exec(url);
  return match === null ? url : url.slice(match[0].length) || '/';
}
