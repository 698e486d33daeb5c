import type { AttemptRequest } from './attempt-request.ts';
import type { RetryBudget } from './retry.ts';
import type { Transport, TransportResponse } from './transport.ts';

/** What the calls of one client have in common: how requests are carried, and what the client adds to them. */
export interface RequestEngine {
  readonly transport: Transport;
  readonly budget: RetryBudget;
  /** Numbers from 0 to 1, for the length of pauses */
  readonly random: () => number;
  /** The largest body of a success, in decoded bytes */
  readonly maxBodyBytes: number;
  /** Takes the client's secrets out of a text */
  readonly scrub: (text: string) => string;
  /** Adds to a request before it is sent, such as a credential. Returns no promise if there is nothing to wait for */
  readonly prepare: (attempt: AttemptRequest) => void | Promise<void>;
  /** The request that a response leads to, such as one with a renewed credential; undefined if this is the response */
  readonly follow?: (
    response: TransportResponse,
    attempt: AttemptRequest,
  ) => AttemptRequest | undefined | Promise<AttemptRequest | undefined>;
}
