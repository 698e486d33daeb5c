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

  constructor(place: RequestPlace, cause: Error & { code?: string }) {
    const { code, message } = cause;
    // The codes of undici say nothing to a reader, unlike those of the system.
    const why = code?.startsWith('UND_ERR') ? `${message} (${code})` : (code ?? message);
    // Node's two messages about a proxy that refuses.
    const remedy = /prox.*\(407\)/i.test(message) ? ': set the user name and password of the proxy' : '';
    super(place, `no complete response: ${why}${remedy}`, { reason: code }, { cause });
  }
}

/**
 * Creates the error of a request that got no complete response. Its `cause` is a copy of the platform's error without
 * any secret.
 */
export function networkErrorFrom(thrown: unknown, place: RequestPlace, scrub: (text: string) => string): NetworkError {
  return new NetworkError(place, scrubError(thrown, scrub));
}
