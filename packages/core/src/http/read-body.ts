import { notify } from '../callbacks/guard-callback.ts';
import type { TransportResponse } from './transport.ts';

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
export function sizeOf(parts: readonly Uint8Array[]): number {
  let size = 0;
  for (const { length } of parts) size += length;
  return size;
}

/** The parts of a body in one piece: the only part itself, or a copy of several. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
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
