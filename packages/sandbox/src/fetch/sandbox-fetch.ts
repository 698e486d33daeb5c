import { BodyTooLargeError, maxBodyBytes, maxHeaderBytes, type SandboxRequest, type Service } from '../http/request.ts';
import {
  chunksOf,
  headersTooLarge,
  isChunk,
  type ResponseBody,
  type SandboxResponse,
  type SocketFault,
} from '../http/response.ts';

/** The error that `fetch` rejects with when a connection fails: a TypeError whose cause has the reason. */
export function networkError(message: string, code?: 'ECONNRESET' | 'ECONNREFUSED' | 'UND_ERR_SOCKET'): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), code && { code }) });
}

function connectionReset(): TypeError {
  return networkError('read ECONNRESET', 'ECONNRESET');
}

/**
 * Keeps waits without a timer alive: a Request forwards the abort of its signal only while something references the
 * Request.
 */
const waiting = new Set<() => void>();

/**
 * Waits this long, or forever when `ms` is undefined.
 *
 * @throws the signal's reason when it aborts
 */
function wait(ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    signal.addEventListener('abort', stop, { once: true });
    waiting.add(stop);
    function done(): void {
      signal.removeEventListener('abort', stop);
      waiting.delete(stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      waiting.delete(stop);
      reject(signal.reason as Error);
    }
  });
}

/**
 * The caller of `fetch`. A Request forwards the abort of its signal only until it is garbage-collected, so a body that
 * can be aborted keeps a reference to every request that passed the signal on.
 */
interface Caller {
  readonly signal: AbortSignal;
  readonly requests: readonly unknown[];
}

/**
 * Turns a response into the platform's Response.
 *
 * @throws TypeError when the connection fails before the response; the signal's reason when it aborts first
 */
async function toResponse(
  { status, headers: fields, body, plan = {} }: SandboxResponse,
  caller: Caller,
): Promise<Response> {
  const { signal } = caller;
  const { delayMs = 0, outageMs: _outage, raw, socket, headerDripMs = 0, earlyHints: _hints, ...unhandled } = plan;
  // A new field of ResponsePlan does not compile until it is handled here. `fetch` does not show early hints.
  unhandled satisfies Record<string, never>;
  if (delayMs > 0) await wait(delayMs, signal);
  if (raw !== undefined) throw networkError('Response does not match the HTTP/1.1 protocol');
  if (socket === 'hang') await wait(undefined, signal);
  if (socket === 'reset') throw connectionReset();
  if (socket === 'close') throw networkError('other side closed', 'UND_ERR_SOCKET');
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) for (const line of [value].flat()) headers.append(name, line);
  if (headerDripMs > 0) await wait(headerDripMs * headerBytes(headers), signal);
  signal.throwIfAborted();
  const init = { status, headers };
  if (status === 204 || status === 205 || status === 304) return new Response(null, init);
  const encoding = headers.get('content-encoding');
  if (isChunk(body) && socket === undefined && encoding === null) {
    // The platform would give a text without a content type one.
    const isBare = typeof body === 'string' && !headers.has('content-type');
    return new Response((isBare ? new TextEncoder().encode(body) : body) as BodyInit, init);
  }
  return new Response(decoded(bodyStream(body, caller, socket), encoding), init);
}

/** Number of bytes of the status line and the headers on a connection. */
function headerBytes(headers: Headers): number {
  let bytes = 'HTTP/1.1 200 OK\r\n\r\n'.length;
  for (const [name, value] of headers) bytes += name.length + value.length + 4;
  return bytes;
}

/**
 * A stream that errors with the signal's reason when the signal aborts, and that ends as the fault of the connection
 * specifies.
 */
function bodyStream(
  body: ResponseBody,
  caller: Caller,
  socket: SocketFault | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const chunks = chunksOf(body);
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const ended = new AbortController();
  const end = async (): Promise<void> => {
    ended.abort();
    await iterator.return?.();
  };
  return new ReadableStream({
    start(controller) {
      const abort = (): void => {
        controller.error(caller.signal.reason);
        end().catch(() => undefined);
      };
      caller.signal.addEventListener('abort', abort, { once: true });
    },
    async pull(controller) {
      const next = await iterator.next();
      if (caller.signal.aborted) return;
      if (!next.done)
        controller.enqueue(
          (typeof next.value === 'string' ? encoder.encode(next.value) : next.value) as Uint8Array<ArrayBuffer>,
        );
      else if (socket === 'stall') await wait(undefined, ended.signal);
      else if (socket !== undefined) controller.error(connectionReset());
      else controller.close();
    },
    cancel: end,
  });
}

/** Content codings that `fetch` decodes, with their names in the Compression Streams standard. */
const formats = new Map([
  ['gzip', 'gzip'],
  ['br', 'brotli'],
  ['deflate', 'deflate'],
]);

/**
 * The body as `fetch` returns it: decoded, and erroring where the encoding is invalid.
 *
 * @throws TypeError in a runtime that cannot decode Brotli (Node before 22.20 and 24.7)
 */
function decoded(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  encoding: string | null,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const format = formats.get(encoding ?? '');
  return format === undefined ? body : body.pipeThrough(new DecompressionStream(format as CompressionFormat));
}

const maxRedirects = 20;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Headers that describe a body. */
const bodyHeaders = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];

/**
 * Creates a `fetch` that calls the service without a port. Connection faults reject with a TypeError, as a broken
 * connection does.
 */
export function createSandboxFetch(service: Service): typeof globalThis.fetch {
  let downUntilMs = 0;
  return async (input, init) => {
    let request = new Request(input, init);
    const requests: unknown[] = [input, request];
    for (let redirects = 0; ; redirects++) {
      request.signal.throwIfAborted();
      if (performance.now() < downUntilMs) throw networkError('connect ECONNREFUSED', 'ECONNREFUSED');
      const url = new URL(request.url);
      // Not a clone of the request: when a body is too large, one of two copies cannot be cancelled alone.
      let sent: Uint8Array<ArrayBuffer> | undefined;
      const answered = await callService(service, request, url, async () => (sent = await readBody(request)));
      if (answered.plan?.outageMs !== undefined) {
        downUntilMs = performance.now() + answered.plan.outageMs;
        throw connectionReset();
      }
      const response = await toResponse(answered, { signal: request.signal, requests });
      const location = response.headers.get('location');
      if (request.redirect === 'manual' || location === null || !redirectStatuses.has(response.status)) return response;
      if (request.redirect === 'error' || redirects === maxRedirects) throw networkError('redirected');
      if (!URL.canParse(location, url.href)) throw networkError('Invalid URL');
      request = redirected(request, response.status, new URL(location, url), sent);
      requests.push(request);
    }
  };
}

/**
 * The request that follows a redirect (Fetch standard, section 4.4).
 *
 * @param body - what the service has read of the request
 */
function redirected(request: Request, status: number, target: URL, body?: Uint8Array<ArrayBuffer>): Request {
  const { method, headers, signal } = request;
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const next = becomesGet
    ? new Request(target, { headers, signal })
    : new Request(target, body === undefined ? request : { method, headers, signal, body });
  if (becomesGet) for (const name of bodyHeaders) next.headers.delete(name);
  if (target.origin !== new URL(request.url).origin) next.headers.delete('authorization');
  return next;
}

async function callService(
  service: Service,
  request: Request,
  url: URL,
  read: SandboxRequest['readBody'],
): Promise<SandboxResponse> {
  let size = request.method.length + url.pathname.length + url.search.length;
  for (const [name, value] of request.headers) size += name.length + value.length + 4;
  const sandboxRequest: SandboxRequest = {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: () => Object.fromEntries(request.headers),
    readBody: read,
    loopback: true,
    refusal: size > maxHeaderBytes ? headersTooLarge(maxHeaderBytes) : undefined,
  };
  return service(sandboxRequest);
}

/** @throws BodyTooLargeError */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}
