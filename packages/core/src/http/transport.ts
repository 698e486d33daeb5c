import type { Cancellation } from '../time/clock.ts';
import { atEndOfTurn } from '../time/end-of-turn.ts';

/**
 * The part of a response that the request engine reads. The platform's `Response` has it, and so has the response of
 * the Node transport.
 *
 * The body is already decompressed. Aborting the request's signal, or cancelling `body`, closes the connection.
 */
export interface TransportResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** The platform's type of response, if it has one. The engine's users look for `opaqueredirect` */
  readonly type?: string;
  readonly body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
  /** Returns the whole body if it has already arrived. The body then counts as read */
  arrived?(): Uint8Array | undefined;
}

/** What a transport receives with the address: plain data and a signal. */
export interface TransportInit {
  readonly method: string;
  /** Lower-case names */
  readonly headers: Record<string, string>;
  /** A stream can be sent once */
  readonly body?: string | Blob | ReadableStream<Uint8Array>;
  /** Set with a body that is no text: the platform's `fetch` wants it for a stream */
  readonly duplex?: 'half';
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
  /** What the platform's HTTP cache does. Undefined on platforms whose `Request` does not have it */
  readonly cache?: 'no-store' | 'default';
}

/** A body that is no text, with what the platform's `fetch` wants to know of a stream. */
export type TransportBody = Required<Pick<TransportInit, 'body' | 'duplex'>>;

/**
 * A function that sends a request: `globalThis.fetch`, the Node transport, the sandbox's `fetch`, or your own.
 *
 * @example
 * ```ts
 * import { platformFetch, type Transport } from '@syncline/core';
 *
 * const logged: Transport = async (url, init) => {
 *   const response = await platformFetch(url, init);
 *   console.log(init.method, new URL(url).pathname, response.status);
 *   return response;
 * };
 * ```
 */
export interface Transport {
  (url: string, init: TransportInit): Promise<TransportResponse>;
  /**
   * Sends a request that a {@link Cancellation} cancels, instead of a signal. If a transport has it, the engine calls
   * it
   */
  readonly withCancellation?: (
    url: string,
    init: Omit<TransportInit, 'signal'>,
    cancellation: Pick<Cancellation, 'reason' | 'onCancel'>,
  ) => Promise<TransportResponse>;
}

/** How many requests wait for a response. */
let waiting = 0;

/**
 * The platform's `fetch`. It is looked up for each request, so that a replacement of the global takes effect.
 *
 * While other requests wait for a response, the next one is sent at the end of the turn of the event loop. Node's `fetch`
 * does not reuse a connection in the turn in which its response ended, but opens another one, up to twice as many as
 * concurrent requests. That takes a fifth longer for each call with 50 at once (decision 0040).
 */
export const platformFetch: Transport = async (url, init) => {
  if (waiting > 0) await new Promise<void>(atEndOfTurn);
  waiting += 1;
  try {
    return await fetch(url, init);
  } finally {
    waiting -= 1;
  }
};
