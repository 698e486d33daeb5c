import { chunksOf, scrubError, type TransportResponse } from '@syncline/core/internal';
import type { BodyEnd } from './exchange.ts';

/**
 * A response whose body is kept while the client reads it. It adds no time limit and reads nothing that the client does
 * not read: cancelling the body closes the connection as before.
 */
export class RecordedResponse implements TransportResponse {
  readonly status: number;
  readonly headers: TransportResponse['headers'];
  readonly type?: string;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly #response: TransportResponse;
  readonly #maxBytes: number;
  readonly #onEnd: (body: Uint8Array, end: BodyEnd) => void;
  #parts: Uint8Array[] = [];
  #size = 0;
  #hasEnded = false;

  /** @param onEnd - called once, when the body has been read, cancelled or broken, with at most `maxBytes` of it */
  constructor(response: TransportResponse, maxBytes: number, onEnd: (body: Uint8Array, end: BodyEnd) => void) {
    this.status = response.status;
    this.headers = response.headers;
    if (response.type !== undefined) this.type = response.type;
    this.#response = response;
    this.#maxBytes = maxBytes;
    this.#onEnd = onEnd;
    const { body } = response;
    this.body = body === null ? null : { [Symbol.asyncIterator]: () => this.#observe(chunksOf(body)) };
    if (body === null) this.end('complete');
  }

  arrived(): Uint8Array | undefined {
    const bytes = this.#response.arrived?.();
    if (bytes === undefined) return undefined;
    this.#keep(bytes);
    this.end('complete');
    return bytes;
  }

  /** Ends the recording of the body, if it has not ended. */
  end(end: BodyEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const body = new Uint8Array(Math.min(this.#size, this.#maxBytes));
    let offset = 0;
    for (const part of this.#parts) {
      body.set(part, offset);
      offset += part.length;
    }
    this.#parts = [];
    this.#onEnd(body, this.#size > this.#maxBytes ? 'too large' : end);
  }

  #keep(chunk: Uint8Array): void {
    this.#size += chunk.length;
    // A body that is too large is not recorded at all.
    if (this.#size > this.#maxBytes) this.end('too large');
    else this.#parts.push(chunk.slice());
  }

  #observe(chunks: AsyncIterator<Uint8Array, unknown>): AsyncIterator<Uint8Array, unknown> {
    return {
      next: async () => {
        try {
          const next = await chunks.next();
          if (next.done) this.end('complete');
          else if (!this.#hasEnded) this.#keep(next.value);
          return next;
        } catch (error) {
          this.end({ error: failureCode(error) });
          throw error;
        }
      },
      return: async (value) => {
        this.end('cancelled');
        return (await chunks.return?.(value)) ?? { done: true, value };
      },
    };
  }
}

/** The code of a failure, such as `ECONNRESET`. A message is not recorded: it can repeat an address with a secret. */
export function failureCode(error: unknown): string {
  return scrubError(error).code ?? 'FAILED';
}
