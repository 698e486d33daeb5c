import { chunksOf, isChunk, type ResponseBody, type SandboxResponse, type SocketFault } from '../http/response.ts';
import { connectionReset, networkError } from './network-error.ts';
import { wait } from './wait.ts';

/**
 * The caller of `fetch`. A Request forwards the abort of its signal only until it is garbage-collected, so a body that
 * can be aborted keeps a reference to every request that passed the signal on.
 */
export interface Caller {
  readonly signal: AbortSignal;
  readonly requests: readonly unknown[];
}

/**
 * Turns a response into the platform's Response.
 *
 * @throws TypeError when the connection fails before the response; the signal's reason when it aborts first
 */
export async function toResponse(
  { status, headers: fields, body, delivery = {} }: SandboxResponse,
  caller: Caller,
): Promise<Response> {
  const { signal } = caller;
  const { delayMs = 0, outageMs: _outage, raw, socket, headerDripMs = 0, earlyHints: _hints, ...unhandled } = delivery;
  // A new field of Delivery does not compile until it is handled here. `fetch` does not show early hints.
  unhandled satisfies Record<string, never>;
  if (delayMs > 0) await wait(delayMs, signal);
  if (raw !== undefined) throw networkError('Response does not match the HTTP/1.1 protocol');
  if (socket === 'hang') await wait(undefined, signal);
  if (socket === 'reset') throw connectionReset();
  if (socket === 'close') throw networkError('other side closed', 'UND_ERR_SOCKET');
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) headers.append(name, one);
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
