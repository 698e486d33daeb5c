import { RequestError } from './request-error.ts';
import type { RequestPlace } from './syncline-error.ts';

/**
 * No complete answer came: the name did not resolve, the connection was refused, reset or broken, TLS failed, or the body was cut.
 *
 * `cause` is a copy of the platform's error with every secret taken out.
 */
export class NetworkError extends RequestError {
  override readonly name = 'NetworkError';
  readonly code = 'NETWORK_ERROR';
  /** The platform's code where it gives one, such as `ECONNREFUSED` */
  declare readonly reason: string | undefined;

  constructor(place: RequestPlace, cause: Error & { code?: string }) {
    super(place, `no complete answer: ${cause.code ?? cause.message}`, { reason: cause.code }, { cause });
  }
}
