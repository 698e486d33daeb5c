/**
 * All that the pipeline asks of what a transport answers with. A platform `Response` is one; the Node transport's look-alike is one.
 *
 * Content encodings are already undone. Aborting the request's signal, or cancelling `body`, closes the connection.
 */
export interface TransportResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  /** `opaqueredirect` is looked for; a look-alike leaves it out */
  readonly type?: string;
  readonly body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
  /** The whole body where it is there already, which then counts as read; a transport may leave it out */
  arrived?(): Uint8Array | undefined;
}

/** What a transport is given beside the address: plain data, and a signal. */
export interface TransportInit {
  readonly method: string;
  /** Lower-case names */
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
}

/** A way to be stopped that costs less than a signal. */
export interface TransportStop {
  /** Set where the request was stopped before the transport got it, which then fails with this */
  readonly reason: unknown;
  /** Set by the transport: called at most once, to close the connection and fail with the reason */
  onStop: ((reason: unknown) => void) | undefined;
}

/** What carries a request: `globalThis.fetch`, the Node transport, the sandbox's `fetch`, or your own. */
export interface Transport {
  (url: string, init: TransportInit): Promise<TransportResponse>;
  /** The same without a signal; a transport that has it is called this way */
  readonly withStop?: (
    url: string,
    init: Omit<TransportInit, 'signal'>,
    stop: TransportStop,
  ) => Promise<TransportResponse>;
}
