import type { Cancellation } from '../time/cancellation.ts';

/**
 * Everything the request engine reads from a transport's response. A platform `Response` is one; so is the Node transport's response.
 *
 * Content encodings are already undone. Aborting the request's signal, or cancelling `body`, closes the connection.
 */
export interface TransportResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  /** The platform's kind of response, of which only `opaqueredirect` matters; optional */
  readonly type?: string;
  readonly body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
  /** The whole body if it has arrived already, which then counts as read; optional */
  arrived?(): Uint8Array | undefined;
}

/** What a transport receives beside the address: plain data, and a signal. */
export interface TransportInit {
  readonly method: string;
  /** Lower-case names */
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
}

/** What carries a request: `globalThis.fetch`, the Node transport, the sandbox's `fetch`, or your own. */
export interface Transport {
  (url: string, init: TransportInit): Promise<TransportResponse>;
  /** The same without a signal; a transport that has it is called this way */
  readonly withCancellation?: (
    url: string,
    init: Omit<TransportInit, 'signal'>,
    cancellation: Pick<Cancellation, 'reason' | 'onCancel'>,
  ) => Promise<TransportResponse>;
}

/** The platform's `fetch`, looked up for each request, so that a later replacement of the global takes effect. */
export const platformFetch: Transport = (url, init) => fetch(url, init);
