import type { TransportInit } from '@syncline/core/internal';

/** How the reading of a response ended. */
export type BodyEnd = 'complete' | 'cancelled' | 'too large' | { readonly error: string };

/** One request as it was sent, and what came back. It still has its secrets. */
export interface Exchange {
  readonly url: string;
  readonly init: Omit<TransportInit, 'signal'>;
  readonly startedAt: Date;
  /** Milliseconds until the headers of the response arrived, or the request failed */
  readonly waited: number;
  /** Milliseconds from then until the body ended */
  readonly received: number;
  /** Undefined if no response arrived */
  readonly response:
    | {
        readonly status: number;
        readonly header: (name: string) => string | undefined;
        readonly body: Uint8Array;
        readonly end: BodyEnd;
      }
    | undefined;
  /** The code of the error, if no response arrived */
  readonly error: string | undefined;
}
