import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type McpHttpHandler, createMcpHandler } from '@modelcontextprotocol/server';
import { ConfigError } from '@syncline/core/internal';
import { ConnectionGuard, connectionsCheckingInterval } from '@syncline/core/server';
import { createProtocolServer } from '../server/protocol-server.ts';
import type { ToolCaller } from '../server/tool-caller.ts';
import { createHash, timingSafeEqual } from 'node:crypto';

/** The port and the token of a server. */
interface HttpOptions {
  /** The port on 127.0.0.1; 0 for any free port */
  readonly port: number;
  /** The token that clients send as `Authorization: Bearer …`; at least 16 characters */
  readonly token: string;
  /** How long a connection may stay open without a request that has the token, in milliseconds. @default 5 seconds */
  readonly strangerTimeout?: number | undefined;
  /** How long a request may take to arrive, in milliseconds. @default 10 seconds */
  readonly requestTimeout?: number | undefined;
}

/** A listening server. */
export interface HttpServer {
  /** `http://127.0.0.1:PORT/mcp` */
  readonly url: string;
  /** Stops accepting requests, and closes all connections. */
  close(): Promise<void>;
}

const path = '/mcp';
/** Without sessions, the protocol has no other method. */
const onlyMethod = 'POST';
/** Maximum size of a request, in bytes. A call of a tool has a few hundred bytes. */
const mostRequestBytes = 64 * 1024;
const mostConnections = 50;
/** Those whose client has not sent the token */
const mostStrangers = 20;
/** What is about one connection, and is not passed on (RFC 9110, section 7.6.1) */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding'];
const shortestToken = 16;

/**
 * Serves clients on this machine over streamable HTTP, without sessions. Each request needs the token, and its headers
 * `Host` and `Origin` must be those of a program on this machine.
 *
 * @throws {ConfigError} when the token is too short, or the port cannot be opened
 */
export async function serveHttp(
  caller: ToolCaller,
  { port, token, strangerTimeout, requestTimeout = 10_000 }: HttpOptions,
): Promise<HttpServer> {
  if (token.length < shortestToken || /\s/.test(token))
    throw new ConfigError('mcp.token', `must have at least ${shortestToken} characters, and no white space`);
  const handler = createMcpHandler(() => createProtocolServer(caller), {
    onerror: () => undefined,
    maxSubscriptions: 1,
    maxRequestBodySize: mostRequestBytes,
  });
  const limits = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval };
  const server = createServer(limits, (request, response) => {
    const { port: listening } = server.address() as AddressInfo;
    const refusal = refusalOf(request, listening, token);
    if (refusal !== undefined) return refuse(response, refusal);
    guard.accept(request, response);
    void answer(request, response, handler, listening);
  });
  const guard = new ConnectionGuard(server, { most: mostConnections, mostStrangers, strangerTimeout });
  // Without a listener, Node closes the connection. A tunnel has no path, and so no other refusal.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end(
      `HTTP/1.1 405 Method Not Allowed\r\nallow: ${onlyMethod}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new ConfigError('--port', `${port} cannot be opened (${code}); choose another port`);
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refusalOf({ headers, url, method }: IncomingMessage, port: number, token: string): Refusal | undefined {
  const refusal = checkRequest(headers, port, token);
  if (refusal !== undefined) return refusal;
  if ((url ?? '').split('?')[0] !== path) return { status: 404, text: `The only path is ${path}.` };
  return method === onlyMethod ? undefined : { status: 405, text: `The only method is ${onlyMethod}.` };
}

function refuse(response: ServerResponse, { status, text }: Refusal): void {
  // A body that was not read could be mistaken for the next request.
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 405 && { allow: onlyMethod }),
  });
  response.end(`${text}\n`);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handler: McpHttpHandler,
  port: number,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const body = await readBody(request);
    if (body === undefined) return refuse(response, { status: 413, text: 'The request is larger than 64 KiB.' });
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    const result = await handler.fetch(
      new Request(`http://127.0.0.1:${port}${path}`, { method: onlyMethod, headers, signal: gone.signal, body }),
    );
    const endToEnd = [...result.headers].filter(([name]) => !hopByHop.includes(name));
    response.writeHead(result.status, { ...Object.fromEntries(endToEnd), 'cache-control': 'no-store' });
    if (result.body !== null)
      for await (const chunk of result.body)
        if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal });
    response.end();
  } catch {
    // The client has disconnected, or the library failed. In both cases, nothing more can be sent.
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}

/** The body of a request; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > mostRequestBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The refusal of a request: its status, and what to do. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** The host names that programs on this machine use for the server. */
const names = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a request was sent by a program on this machine that knows the token. A web page that the user visits could
 * also reach the server, even through its own host name (DNS rebinding). But it sends a different `Origin` or `Host`,
 * and does not know the token.
 *
 * @param port - the port of the server
 * @param token - what clients send as `Authorization: Bearer …`
 */
function checkRequest(headers: IncomingHttpHeaders, port: number, token: string): Refusal | undefined {
  const hosts = names.map((name) => `${name}:${port}`);
  if (!hosts.includes((headers.host ?? '').toLowerCase()))
    return { status: 421, text: `Use the host name ${hosts.join(' or ')}.` };
  const { origin } = headers;
  if (origin !== undefined && !hosts.includes(origin.toLowerCase().replace(/^http:\/\//, '')))
    return { status: 403, text: 'This server is not available to web pages.' };
  const [, bearer = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (!isSame(bearer, token))
    return { status: 401, text: 'Send the token of the server: Authorization: Bearer TOKEN.' };
  return undefined;
}

/** Compares hashes, which have the same length, so that the time does not depend on the texts. */
function isSame(left: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}
