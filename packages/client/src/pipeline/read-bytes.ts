import type { TransportResponse } from './response.ts';

type Body = NonNullable<TransportResponse['body']>;

/** The chunks of a body, whichever of its two forms it has; `return()` closes the connection. */
export function chunksOf(body: Body): AsyncIterator<Uint8Array, unknown> {
  if (!('getReader' in body)) return body[Symbol.asyncIterator]();
  const reader = body.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<Uint8Array, undefined>>,
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Lets go of a body that nobody will read, so that its connection is not held. Nobody waits for that. */
export function cancelBody(body: TransportResponse['body']): void {
  if (body !== null) leave(chunksOf(body));
}

/** The same for a body that was read in part. */
export function leave(chunks: AsyncIterator<Uint8Array, unknown>): void {
  chunks.return?.().then(undefined, () => {});
}

/** What was read of a body, and how the reading ended. */
export interface ReadBytes {
  readonly parts: readonly Uint8Array[];
  /** `whole`; `cut` at the limit; or what broke */
  readonly end: 'whole' | 'cut' | { readonly error: unknown };
}

/** Reads a body up to a number of decoded bytes, counted as they arrive: what a header says about length proves nothing. */
export async function readBytes(body: Body, maxBytes: number): Promise<ReadBytes> {
  const chunks = chunksOf(body);
  const parts: Uint8Array[] = [];
  let length = 0;
  let end: ReadBytes['end'] = 'whole';
  try {
    for (;;) {
      const { done, value } = await chunks.next();
      if (done) break;
      const part = value as Uint8Array;
      const left = maxBytes - length;
      parts.push(part.length > left ? part.subarray(0, left) : part);
      length += Math.min(part.length, left);
      if (part.length > left) {
        end = 'cut';
        leave(chunks);
        break;
      }
    }
  } catch (error) {
    end = { error };
  }
  return { parts, end };
}

/** The parts as one: the only one itself, or a copy of several. */
export function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
