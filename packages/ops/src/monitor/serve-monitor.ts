import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { ConfigError } from '@syncline/core/internal';
import { ConnectionGuard, connectionsCheckingInterval } from '@syncline/core/server';

type BodyParts = () => Promise<readonly Buffer[]>;

/** A response of the server. */
export interface MonitorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text, or a function that makes bytes in parts that follow each other, for a client that does not accept gzip */
  readonly body: string | BodyParts;
  /** The body for a client that accepts gzip, in parts, or a function that makes them */
  readonly packed?: readonly Buffer[] | BodyParts | undefined;
}

/** The pages of the server. Each function receives the `Accept` header and the query of the request. */
export type MonitorPages = Readonly<
  Record<string, (accept: string | undefined, query: URLSearchParams) => Promise<MonitorResponse>>
>;

/** Where a monitor listens. */
export interface ListenOptions {
  /** 0 for any free port */
  readonly port: number;
  /** The address of an interface, such as `127.0.0.1`, or `0.0.0.0` for all */
  readonly host: string;
  /** Host names that requests may use, besides the addresses and names of this machine */
  readonly allowedHosts: readonly string[];
  /**
   * How long a connection may stay open while nothing is sent or read, in milliseconds. Otherwise, clients that do not read
   * could use up all connections. @default 30 seconds
   */
  readonly idleTimeout?: number | undefined;
  /** How long a connection may stay open without a request that the monitor accepts, in milliseconds. @default 5 seconds */
  readonly strangerTimeout?: number | undefined;
  /** How long a request and its headers may take to arrive, in milliseconds. @default 10 seconds */
  readonly requestTimeout?: number | undefined;
}

/** A listening server. */
export interface ServedMonitor {
  readonly url: string;
  /** Stops accepting requests, and waits at most a second for the current ones to finish. */
  close(): Promise<void>;
}

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
/** Some hundred browsers keep the page open, and all of them connect at once when the monitor starts again. */
const mostConnections = 600;
/** Those that have not sent a request that the monitor accepts */
const mostStrangers = 500;
/** A longer query is cut: no name of a job is that long. */
const longestQuery = 8_000;
const closeWithin = 1_000;

/**
 * Serves the pages of a monitor. The server is read-only: it accepts only GET and HEAD, sets no cookies, ignores
 * bodies, and does not allow other origins to read the responses.
 *
 * @throws {ConfigError} when it cannot listen on the port or address
 */
export async function serveMonitor(pages: MonitorPages, options: ListenOptions): Promise<ServedMonitor> {
  const { port, host, allowedHosts, idleTimeout = 30_000, strangerTimeout, requestTimeout = 10_000 } = options;
  const allowed = new Set(allowedHosts.map((name) => name.toLowerCase()));
  // Importing this module also loads Node's fetch, which takes as long as starting Node, and no other command needs it.
  const { createServer } = await import('node:http');
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout, keepAliveTimeout: 5_000, connectionsCheckingInterval },
    (request, response) => {
      const refusal = refusalOf(request, allowed);
      if (refusal === undefined) guard.accept(request, response);
      void answer(request, response, pages, refusal);
    },
  );
  const guard = new ConnectionGuard(server, { most: mostConnections, mostStrangers, strangerTimeout });
  server.setTimeout(idleTimeout);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new ConfigError('port', `${port} of ${host} cannot be opened (${code}); choose another port or host`);
  }
  const { address, family, port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`,
    close: async () => {
      const isClosed = !server.listening;
      const closed = isClosed ? undefined : once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), closeWithin);
      await closed;
      clearTimeout(timer);
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  pages: MonitorPages,
  refusal: MonitorResponse | undefined,
): Promise<void> {
  // Bodies are not read. The connection is closed, so that a body cannot be mistaken for the next request.
  if (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) !== 0)
    response.setHeader('connection', 'close');
  try {
    await send(request, response, refusal ?? (await responseTo(request, pages)));
  } catch {
    await send(
      request,
      response,
      message(500, 'The page could not be created. The log of the monitor has more information.'),
    );
  }
}

/** The response to a client that this server is not for; undefined for all others. */
function refusalOf({ headers }: IncomingMessage, allowed: ReadonlySet<string>): MonitorResponse | undefined {
  if (!isKnownHost(headers.host, allowed))
    return message(
      421,
      'The monitor does not accept this host name. To allow it, start the monitor with --allow-host NAME.',
    );
  const site = headers['sec-fetch-site'];
  const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isOpened)
    return message(403, 'The monitor is not available to other sites.');
  return undefined;
}

async function responseTo(
  { method, url = '/', headers }: IncomingMessage,
  pages: MonitorPages,
): Promise<MonitorResponse> {
  if (method !== 'GET' && method !== 'HEAD') return message(405, 'The monitor is read-only.', { allow: 'GET, HEAD' });
  const [path = '/', ...query] = url.split('?');
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
  return page === undefined
    ? message(404, `The paths of the monitor are ${Object.keys(pages).join(', ')}.`)
    : page(headers.accept, new URLSearchParams(query.join('?').slice(0, longestQuery)));
}

function message(status: number, text: string, headers: Readonly<Record<string, string>> = {}): MonitorResponse {
  const all = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers };
  return { status, headers: all, body: `${text}\n` };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, packed }: MonitorResponse,
): Promise<void> {
  const all: Record<string, string> = { ...securityHeaders, ...headers, vary: 'accept, accept-encoding' };
  if (headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']) {
    response.writeHead(304, all).end();
    return;
  }
  const isPacked =
    packed !== undefined &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(String(request.headers['accept-encoding'] ?? ''));
  const wanted = isPacked ? packed : typeof body === 'string' ? [Buffer.from(body)] : body;
  const parts = typeof wanted === 'function' ? await wanted() : wanted;
  if (isPacked) all['content-encoding'] = 'gzip';
  response.writeHead(status, { ...all, 'content-length': parts.reduce((sum, { byteLength }) => sum + byteLength, 0) });
  if (request.method !== 'HEAD') for (const part of parts) response.write(part);
  response.end();
}

/**
 * Whether a request was meant for this server, by the name in its `Host` header. Otherwise a page of another site could
 * make its own name resolve to this server and read the responses (DNS rebinding). Every IP address is accepted,
 * because it cannot be redirected. The accepted names are those of this machine and the allowed ones.
 *
 * @param allowed - names without a port, in lower case
 */
export function isKnownHost(host: string | undefined, allowed: ReadonlySet<string>): boolean {
  if (host === undefined) return false;
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host);
  const name = match?.[1]?.toLowerCase().replace(/\.$/, '');
  if (name === undefined) return false;
  if (name.startsWith('[')) return isIP(name.slice(1, -1)) === 6;
  return isIP(name) === 4 || name === 'localhost' || name.endsWith('.localhost') || allowed.has(name);
}
