import { readBlob } from './read-blob.ts';

/** Thrown by `readBody` for a body that is larger than it may be. The caller turns it into an error of its own. */
export class BodyTooLarge extends Error {
  /** The limit, in decoded bytes. */
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The body is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }

  static {
    this.prototype.name = 'BodyTooLarge';
  }
}

/**
 * Reads a whole body, counting decoded bytes as they arrive: 200 kB of gzip may be 200 MB of text, and `Content-Length` tells nothing.
 *
 * @param response Anything with a `body` stream, or with none.
 * @param maxBytes Most bytes to accept, after decompression.
 * @throws BodyTooLarge as soon as one byte more arrives; the rest is cancelled.
 *
 * @example
 * ```ts
 * import { readBody } from '@syncline/auth/http';
 *
 * const bytes = await readBody(new Response('hello'), 1024); // 5 bytes
 * ```
 */
export async function readBody(
  response: { readonly body: ReadableStream<Uint8Array> | null },
  maxBytes: number,
): Promise<Uint8Array> {
  const blob = await readBlob(response, maxBytes);
  if (!blob) throw new BodyTooLarge(maxBytes);
  return new Uint8Array(await blob.arrayBuffer());
}
