/**
 * All that the pipeline asks of what a transport answers with. A platform `Response` is one; the Node transport's look-alike is one.
 *
 * Content encodings are already undone. `arrayBuffer()` is called only where the answer's length is known to be within the limit;
 * otherwise `body` is read chunk by chunk. Aborting the request's signal, or cancelling `body`, closes the connection.
 */
export interface TransportResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  /** `opaqueredirect` and `cors` are looked for; a look-alike leaves it out */
  readonly type?: string;
  readonly body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer>;
  /** The same without a copy, where the transport has it */
  bytes?(): Promise<Uint8Array>;
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

/** What carries a request: `globalThis.fetch`, the Node transport, the sandbox's `fetch`, or your own. */
export type Transport = (url: string, init: TransportInit) => Promise<TransportResponse>;
