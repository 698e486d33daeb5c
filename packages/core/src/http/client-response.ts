import { guardSync, notify } from '../callbacks/guard-callback.ts';
import { loadPart } from '../errors/request-error.ts';
import type { CallContext } from './call-context.ts';
import type { TransportResponse } from './transport.ts';

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });
const lenient = /* @__PURE__ */ new TextDecoder();

/**
 * A response of a transport, whose status is read once: Node's fetch goes through a proxy for each property that is read.
 * The body of the response to a call is read, or still arrives if the call asked for a stream.
 */
export class ClientResponse {
  declare readonly status: number;
  /** Whether the status is a success, from 200 to 299 */
  declare readonly ok: boolean;
  /** Reading one that is not a text throws a CallbackError */
  declare readonly headers: TransportResponse['headers'];
  /** The bytes that were read, in the chunks in which they arrived; undefined until then, and if the body is a stream */
  declare parts: readonly Uint8Array[] | undefined;
  /** Whether only the beginning of the body was read */
  isCut = false;
  readonly #response: TransportResponse;
  readonly #context: CallContext;

  /** @throws {CallbackError} when the transport did not return a response */
  constructor(response: TransportResponse, context: CallContext) {
    const status = response?.status;
    const headers = response?.headers;
    if (typeof status !== 'number' || typeof headers?.get !== 'function')
      throw context.wrongValue('fetch', 'it must return a response');
    this.status = status;
    this.ok = status >= 200 && status < 300;
    // They may be an object of the caller's transport.
    const fail = (): never => {
      throw context.wrongValue('fetch', 'the headers of its response must be texts or null');
    };
    this.headers = { get: (name) => guardSync(() => headers.get(name), fail, isHeader) };
    this.#response = response;
    this.#context = context;
  }

  /** The platform's type of response, if it has one */
  get type(): string | undefined {
    return this.#response.type;
  }

  /** The body as a stream; null if it was read */
  get body(): TransportResponse['body'] {
    return this.parts === undefined ? this.#response.body : null;
  }

  /** How many bytes of the body were read */
  get size(): number {
    return sizeOf(this.parts ?? []);
  }

  /** Whether the body was read and is empty */
  get isEmpty(): boolean {
    return this.parts !== undefined && this.size === 0;
  }

  /** The bytes that were read, in one piece: the only part itself, or a copy of several parts */
  get bytes(): Uint8Array {
    return joinParts(this.parts ?? []);
  }

  /** @throws {TypeError} when the bytes are not UTF-8 */
  text(): string {
    return utf8.decode(this.bytes);
  }

  /**
   * The text, with the replacement character for bytes that are not UTF-8. For error bodies, which are only shown. One that
   * was cut off does not end with the beginning of a secret.
   */
  shownText(): string {
    const text = lenient.decode(this.bytes);
    return this.isCut ? this.#context.scrub(text, true) : text;
  }

  /**
   * The JSON of a failure's body; undefined if it is not JSON. Of a body that was cut off, a promise of the JSON of what
   * was read: most pages never need to load what reads it.
   */
  shownJson(): unknown {
    const text = this.shownText();
    if (this.isCut)
      return loadPart(() => import('./parse-cut-json.ts'))
        .then(({ parseCutJson }) => parseCutJson(text))
        .catch(() => undefined);
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
}

const isHeader = (value: unknown): boolean => typeof value === 'string' || value === null;

type Body = NonNullable<TransportResponse['body']>;

/** The chunks of a body in either of its two forms. `return()` closes the connection. */
export function chunksOf(body: Body): AsyncIterator<Uint8Array, unknown> {
  if (!('getReader' in body)) return body[Symbol.asyncIterator]();
  const reader = body.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<Uint8Array, undefined>>,
    return: async () => ({ done: true, value: await reader.cancel() }),
  };
}

/**
 * Cancels the body of a response that nobody reads, so that it does not hold its connection. Does not wait, and never
 * fails, not even if the response is an object of the caller that fails when it is read.
 */
export function cancelBody(response: Pick<TransportResponse, 'body'>): void {
  notify(({ body }) => body && chunksOf(body).return?.(), response);
}

/** Cancels a body of which a part was read. Does not wait, and never fails. */
export function cancelChunks(chunks: AsyncIterator<Uint8Array, unknown>): void {
  notify(() => chunks.return?.(), undefined);
}

/** The bytes that were read of a body, and how the reading ended. */
export interface ReadBody {
  /** The bytes as they arrived. Of a body in very many parts, some are joined */
  readonly parts: readonly Uint8Array[];
  /** `complete`; `limit` if the body is larger than the limit; or the error that ended it */
  readonly end: 'complete' | 'limit' | { readonly error: unknown };
}

/**
 * Reads a body up to a limit. It counts decoded bytes as they arrive, because 200 kB of gzip can be 200 MB of text, and
 * `Content-Length` says nothing about that.
 *
 * @example
 * ```ts
 * import { readBody } from '@syncline/core/internal';
 *
 * const { parts, end } = await readBody(await fetch('https://example.com'), 64 * 1024);
 * console.log(parts.length, end); // end is "complete", "limit", or the error that ended the body
 * ```
 */
export function readBody(response: TransportResponse, maxBytes: number): ReadBody | Promise<ReadBody> {
  const arrived = response.arrived?.();
  if (arrived === undefined) {
    const { body } = response;
    return body === null ? { parts: [], end: 'complete' } : readChunks(body, maxBytes);
  }
  if (arrived.length <= maxBytes) return { parts: [arrived], end: 'complete' };
  return { parts: [arrived.subarray(0, maxBytes)], end: 'limit' };
}

/** How many parts are kept before they are joined: a part of one byte takes a hundred bytes of memory. */
const mostParts = 1024;

async function readChunks(body: Body, maxBytes: number): Promise<ReadBody> {
  const chunks = chunksOf(body);
  const parts: Uint8Array[] = [];
  /** How many of the last parts were not joined */
  let loose = 0;
  let length = 0;
  let end: ReadBody['end'] = 'complete';
  try {
    for (;;) {
      const { done, value } = await chunks.next();
      if (done) break;
      const part = value as Uint8Array;
      if (!ArrayBuffer.isView(part)) return { parts: [part], end };
      const left = maxBytes - length;
      if (part.length > left) {
        parts.push(part.subarray(0, left));
        end = 'limit';
        cancelChunks(chunks);
        break;
      }
      parts.push(part);
      length += part.length;
      loose += 1;
      if (loose === mostParts) {
        parts.push(joinParts(parts.splice(-loose)));
        loose = 0;
      }
    }
  } catch (error) {
    end = { error };
  }
  return { parts, end };
}

/** How many bytes the parts of a body have. */
function sizeOf(parts: readonly Uint8Array[]): number {
  let size = 0;
  for (const { length } of parts) size += length;
  return size;
}

/** The parts of a body in one piece: the only part itself, or a copy of several. */
function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const bytes = new Uint8Array(sizeOf(parts));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
