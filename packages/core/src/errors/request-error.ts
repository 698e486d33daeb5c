import { withoutQueries } from '../secrets/without-queries.ts';
import { SynclineError } from './syncline-error.ts';
import { markOf, scrubError } from './scrub-error.ts';

/** The request that an error is about. `path` is relative to the service's origin and never contains a query string. */
export interface RequestPlace {
  /** The operation id of the documents; undefined for a call through `raw` */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  /** How many attempts the call has made, including the first */
  readonly attempts: number;
  /** The id that the service gave the request of the last attempt, if the client knows its header */
  readonly requestId?: string | undefined;
}

/** The base of the errors about one request: which call it was, and how many attempts it made. */
export abstract class RequestError extends SynclineError implements RequestPlace {
  declare readonly operation: string | undefined;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly requestId: string | undefined;

  /**
   * @param what - what happened, without secrets. Query strings are removed
   * @param facts - the other properties that the subclass declares, without secrets
   */
  constructor(place: RequestPlace, what: string, facts?: object, options?: ErrorOptions) {
    const { operation, method, path, attempts, requestId } = place;
    super(`${method} ${path}: ${withoutQueries(what)}`, options);
    Object.assign(this, { operation, method, path, attempts, requestId }, facts);
  }
}

/** The caller's `signal` was aborted. `cause` is the signal's reason. */
export class AbortedError extends RequestError {
  override readonly name = 'AbortedError';
  readonly code = 'ABORTED';

  constructor(place: RequestPlace, reason: unknown) {
    super(place, 'aborted by the caller', undefined, { cause: reason });
  }
}

/**
 * No complete response arrived: the name did not resolve, the connection was refused, reset or broken, TLS failed, or
 * the body was cut off.
 *
 * `cause` is a copy of the platform's error without any secret.
 */
export class NetworkError extends RequestError {
  override readonly name = 'NetworkError';
  readonly code = 'NETWORK_ERROR';
  /** The platform's code, such as `ECONNREFUSED`, if the platform has one */
  declare readonly reason: string | undefined;

  /**
   * @param thrown - what the platform threw; the `cause` is a copy of it
   * @param scrub - removes the secrets of the call from a text
   * @param what - what did not arrive completely
   */
  constructor(place: RequestPlace, thrown: unknown, scrub: (text: string) => string, what: string) {
    const cause = scrubError(thrown, scrub);
    const { code, message } = cause;
    // The codes of undici say nothing to a reader, unlike those of the system. For a response with the status 407, fetch
    // throws an error without any text.
    const why = code?.startsWith('UND_ERR') ? `${message} (${code})` : (code ?? (message || 'proxy (407)'));
    // Node's two messages about a proxy that refuses, and ours.
    const remedy = why.includes('(407)')
      ? ': set the user name and password of the proxy'
      : /SIGN|ISSUER/.test(why)
        ? ': set NODE_EXTRA_CA_CERTS'
        : '';
    super(place, `${what}: ${why}${remedy}`, { reason: code, ...markOf(cause) }, { cause });
  }
}

/** What a part of the client that loads before a request is about. */
const before = { method: 'import', path: '@syncline/client', attempts: 0 } as RequestPlace;

/**
 * Loads a part of the client that few programs need. Every `import()` goes through this: its failure is an error of the
 * platform, which differs between platforms and says nothing about us.
 *
 * @param place - the request that needs it, if there is one already
 * @throws {NetworkError} when it does not load
 *
 * @example
 * ```ts
 * import { loadPart } from '@syncline/core/internal';
 *
 * const { retryAfterOf } = await loadPart(() => import('@syncline/core/retry-after'));
 * ```
 */
export function loadPart<Part>(load: () => Promise<Part>, place = before): Promise<Part> {
  return load().catch((thrown: unknown) => {
    const what = 'part of the client did not load (use @syncline/client/bundled)';
    throw new NetworkError(place, thrown, String, what);
  });
}

/**
 * The decoded response, or one record of a stream, is larger than `maxBodyBytes`. Bytes are counted after
 * decompression, so that a small download cannot fill the memory.
 */
export class ResponseTooLargeError extends RequestError {
  override readonly name = 'ResponseTooLargeError';
  readonly code = 'RESPONSE_TOO_LARGE';
  /** The limit in bytes */
  declare readonly maxBytes: number;

  /** The HTTP status of the response */
  declare readonly status: number | undefined;

  constructor(place: RequestPlace, maxBytes: number, status?: number) {
    super(place, `the response is larger than maxBodyBytes (${maxBytes} bytes)`, {
      maxBytes,
      status,
    });
  }
}

/**
 * A time limit passed: the limit of one attempt or of a silence in a stream (`timeout`), or of the whole call
 * (`deadline`).
 */
export class TimeoutError extends RequestError {
  override readonly name = 'TimeoutError';
  readonly code = 'TIMEOUT';
  /** The limit that passed */
  declare readonly limit: 'timeout' | 'deadline';
  /** The limit in milliseconds */
  declare readonly milliseconds: number;
  /** What did not respond, if it was not the service: a token endpoint, or a function that you passed */
  declare readonly waitingFor: string | undefined;
  /** The last record that a watch read, if a watch ended; otherwise undefined */
  declare readonly lastRecord: unknown;

  /** @param missing - what did not come in time */
  constructor(
    place: RequestPlace,
    limit: 'timeout' | 'deadline',
    milliseconds: number,
    waitingFor?: string,
    missing = waitingFor === undefined ? 'complete response' : `response from ${waitingFor}`,
    lastRecord?: unknown,
  ) {
    super(place, `no ${missing} within the ${limit} of ${milliseconds} ms`, {
      limit,
      milliseconds,
      waitingFor,
      lastRecord,
    });
  }
}
