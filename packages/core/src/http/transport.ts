import type { Cancellation } from '../time/cancellation.ts';

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
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
}

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

/** The platform's `fetch`. It is looked up for each request, so that a replacement of the global takes effect. */
export const platformFetch: Transport = (url, init) => fetch(url, init);
