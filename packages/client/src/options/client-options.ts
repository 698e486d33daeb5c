import type { Credential } from '@syncline/auth';
import { type Clock, engineOptionNames, type OptionNames, type Transport } from '@syncline/core/internal';
import type { ClientEvent, TraceAttempt } from './events.ts';
import type { TablesOption } from './tables-option.ts';

/** The options of all three clients. They are checked when the client is created. */
export interface ClientOptions {
  /** The interface's address: scheme, host and application path, without user name, password, query and fragment */
  readonly baseUrl: string;
  /** The credential of every call, created with `@syncline/auth`. It is sent to the origin of `baseUrl` only */
  readonly credential: Credential;
  /**
   * Sends the requests: `fetch`, the Node transport (`@syncline/client/node`), the sandbox's `fetch`, or your own
   * function. The token requests of the credential also use it, unless the credential has its own `fetch`.
   *
   * @default the platform's `fetch`
   */
  readonly fetch?: Transport | undefined;
  /**
   * Milliseconds for one attempt, including its body; for a stream, the longest silence between two chunks. From 1 to
   * 2147483647.
   *
   * @default 30000
   */
  readonly timeout?: number | undefined;
  /** Milliseconds for a whole call: tokens, attempts, pauses and the body. From 1 to 2147483647. @default 60000 */
  readonly deadline?: number | undefined;
  /**
   * How many times a failed GET is retried, from 0 to 100. The cloud client retries a query only if you set this
   * option, because a query may change data.
   *
   * @default 2 (cloud client: 0)
   */
  readonly retry?: number | undefined;
  /**
   * The maximum size of a response body, in decoded bytes, from 1; for a stream, the maximum size of a record. @default
   * 33554432 (32 MiB)
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * What happens to a value that the type of its field does not allow: `throw` fails the call with a
   * ResponseFormatError, `keep` returns the value as it arrived.
   *
   * @default 'throw'
   */
  readonly undecodable?: 'throw' | 'keep' | undefined;
  /**
   * What happens to a collection that the service splits into pages, which the specification does not describe:
   * `refuse` fails the call with a ResponseFormatError, so that no list is incomplete. `follow` reads every page. It
   * follows next links (`@odata.nextLink`) within the origin of `baseUrl` only, and refuses loops. Each page counts as
   * a separate call in events and for `maxBodyBytes`; one `deadline` applies to all pages of a list.
   *
   * @default 'refuse'
   */
  readonly pages?: 'refuse' | 'follow' | undefined;
  /**
   * Whether the platform's HTTP cache, or the data cache of Next.js, may answer a request: `no-store` asks the service
   * every time, `default` leaves it to the platform, which may reuse a response without asking if the service does not
   * send `Cache-Control`. For any other mode, pass your own `fetch`. The Node transport has no cache.
   *
   * @default 'no-store'
   */
  readonly cache?: 'no-store' | 'default' | undefined;
  /** Whether the credential may be sent over plain http to other machines. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
  /**
   * The name of the response header with the service's request id, such as `x-request-id`; the specification does not
   * name one. Errors, events and `withResponse()` then have it as `requestId`, at most 200 characters.
   *
   * @default none
   */
  readonly requestIdHeader?: string | undefined;
  /** Called with every start, attempt, wait, refusal and outcome. Errors that it throws are ignored */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /**
   * Sends each attempt inside a span, and adds headers such as `traceparent`: see `traceCalls` in
   * `@syncline/client/opentelemetry`. The headers go to the origin of `baseUrl` only, and replace none of a request. Errors
   * that it throws are ignored.
   */
  readonly traceAttempt?: TraceAttempt | undefined;
  /** The clock, which a test can replace. @default the machine's clock */
  readonly clock?: Clock | undefined;
  /** Returns numbers from 0 to 1 for the length of pauses; a test can replace it. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** The options of every call. They are checked before anything is sent. */
export interface CallOptions {
  /** Ends the call immediately with an AbortedError, whatever it is waiting for */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt, from 1. @default the client's */
  readonly timeout?: number | undefined;
  /** Milliseconds for the whole call, from 1. @default the client's */
  readonly deadline?: number | undefined;
  /** How many times the call is retried, from 0 to 100. @default the client's */
  readonly retry?: number | undefined;
}

export const clientOptionNames: OptionNames<ClientOptions & TablesOption<unknown>> = {
  baseUrl: 1,
  credential: 1,
  ...engineOptionNames,
  retry: 1,
  maxBodyBytes: 1,
  undecodable: 1,
  pages: 1,
  cache: 1,
  requestIdHeader: 1,
  traceAttempt: 1,
  tables: 1,
};

export const callOptionNames: OptionNames<CallOptions> = { signal: 1, timeout: 1, deadline: 1, retry: 1 };
