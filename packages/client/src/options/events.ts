import type { SynclineErrorUnion } from '../errors/guards.ts';

/** What every event says about its call. No event contains a secret, a query string or a body. */
export interface CallIdentity {
  /** Counts the calls of this process from 1 */
  readonly call: number;
  /** The operation id of the documents; undefined for a call through `raw` */
  readonly operation: string | undefined;
  readonly interface: 'odata' | 'v2' | 'cloud';
  readonly method: string;
  readonly path: string;
  /** The service's origin, such as `https://sync.example.com` */
  readonly origin: string;
}

/** A call begins. */
export interface StartEvent extends CallIdentity {
  readonly type: 'start';
}
/** One attempt of the call ended: with a status, or with an error. */
export interface AttemptEvent extends CallIdentity {
  readonly type: 'attempt';
  /** Counts from 1 */
  readonly attempt: number;
  readonly milliseconds: number;
  readonly status: number | undefined;
  /** The code of the error, if no response arrived */
  readonly error: string | undefined;
  /** The id that the service gave the request; needs the client's option `requestIdHeader` */
  readonly requestId?: string | undefined;
}
/** The client waits before the next attempt. */
export interface WaitEvent extends CallIdentity {
  readonly type: 'wait';
  /** The attempt that failed */
  readonly attempt: number;
  readonly milliseconds: number;
  readonly retryAfterSeconds: number | undefined;
}
/**
 * The client did not retry (`budget`, `retry-after`, `deadline`) or did not follow a redirect (`redirect`), or the
 * service rejected the credential and the client sends the request again with a renewed one (`credential`).
 */
export interface RefusalEvent extends CallIdentity {
  readonly type: 'refusal';
  readonly reason: 'budget' | 'retry-after' | 'deadline' | 'redirect' | 'credential';
}
/** The call ended. */
export interface OutcomeEvent extends CallIdentity {
  readonly type: 'outcome';
  readonly ok: boolean;
  readonly status: number | undefined;
  readonly attempts: number;
  readonly milliseconds: number;
  readonly error: SynclineErrorUnion | undefined;
  /** The id that the service gave the last request; needs the client's option `requestIdHeader` */
  readonly requestId?: string | undefined;
}

/** An attempt that begins. */
export interface TracedAttempt extends CallIdentity {
  /** Counts from 1 */
  readonly attempt: number;
}
/** How an attempt ended: with a status, or with the code of an error. */
export interface TracedResult {
  readonly status: number | undefined;
  readonly error: string | undefined;
}
/**
 * Sends each attempt inside a span. It calls `send` immediately, in the context in which the attempt should run, with
 * the headers that propagate the trace. The promise that `send` returns never rejects.
 */
export type TraceAttempt = (
  attempt: TracedAttempt,
  send: (headers?: Readonly<Record<string, string>>) => Promise<TracedResult>,
) => void;

/** The argument of `onEvent`. It narrows on `type`. */
export type ClientEvent = StartEvent | AttemptEvent | WaitEvent | RefusalEvent | OutcomeEvent;
