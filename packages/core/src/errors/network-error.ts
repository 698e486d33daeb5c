import { RequestError, type RequestPlace } from './request-error.ts';
import { scrubError } from './scrub-error.ts';

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

  /** @param what - what did not arrive completely */
  constructor(place: RequestPlace, cause: Error & { code?: string }, what = 'no complete response') {
    const { code, message } = cause;
    // The codes of undici say nothing to a reader, unlike those of the system. For a response with the status 407, fetch
    // throws an error without any text.
    const why = code?.startsWith('UND_ERR') ? `${message} (${code})` : (code ?? (message || 'perhaps a proxy (407)'));
    // Node's two messages about a proxy that refuses, and ours.
    const remedy = why.includes('(407)') ? ': set the user name and password of the proxy' : '';
    super(place, `${what}: ${why}${remedy}`, { reason: code }, { cause });
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
    const what = 'a part of the client did not load (@syncline/client/bundled has all)';
    throw networkErrorFrom(thrown, place, String, what);
  });
}

/**
 * Creates the error of a request that got no complete response. Its `cause` is a copy of the platform's error without
 * any secret.
 */
export function networkErrorFrom(
  thrown: unknown,
  place: RequestPlace,
  scrub: (text: string) => string,
  what?: string,
): NetworkError {
  return new NetworkError(place, scrubError(thrown, scrub), what);
}
