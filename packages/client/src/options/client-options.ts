import type { Credential } from '@syncline/auth';
import type { Clock, Transport } from '@syncline/core';
import type { ClientEvent } from './events.ts';

/** What the three clients are made with. Checked when the client is made. */
export interface ClientOptions {
  /** The interface's address: scheme, host and application path, without user name, query and fragment */
  readonly baseUrl: string;
  /** What proves who calls; made by `@syncline/auth` */
  readonly credential: Credential;
  /** What carries the requests. @default the platform's `fetch` */
  readonly fetch?: Transport | undefined;
  /** Milliseconds for one attempt, its body included; for a stream, the longest silence between two chunks. @default 30000 */
  readonly timeout?: number | undefined;
  /** Milliseconds for a whole call: tokens, attempts, pauses and the body. @default 60000 */
  readonly deadline?: number | undefined;
  /** How often a failed GET is tried again, from 0. @default 2 (the cloud client: 0, since a query may change data) */
  readonly retry?: number | undefined;
  /** The largest answer that is read, in decoded bytes; for a stream, the largest record. @default 33554432 (32 MiB) */
  readonly maxBodyBytes?: number | undefined;
  /** What becomes of a value that its field's type does not allow: an error, or itself as it came. @default 'throw' */
  readonly undecodable?: 'throw' | 'keep' | undefined;
  /** Sends the credential over plain http to hosts other than this machine. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Told of every start, attempt, wait, refusal and outcome. What it throws is ignored */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** The time, for tests. @default the machine's clock */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 to 1 for the length of pauses, for tests. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call at once, wherever it is */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. @default the client's */
  readonly timeout?: number | undefined;
  /** Milliseconds for the whole call. @default the client's */
  readonly deadline?: number | undefined;
  /** How often the call is tried again. @default the client's */
  readonly retry?: number | undefined;
}
