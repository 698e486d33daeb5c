import { scrubError } from './network-error.ts';
import { RequestError, type RequestPlace } from './request-error.ts';

/**
 * A function that you handed over failed, such as a method of your own credential. It is not mistaken for a failure of
 * the network, so it is not retried.
 *
 * `cause` is a copy of what the function threw, without any secret.
 */
export class CallbackError extends RequestError {
  override readonly name = 'CallbackError';
  readonly code = 'CALLBACK_FAILED';
  /** The function that failed, such as `credential.apply` */
  declare readonly callback: string;

  constructor(place: RequestPlace, callback: string, thrown: unknown, scrub?: (text: string) => string) {
    const cause = scrubError(thrown, scrub);
    super(place, `${callback} failed: ${cause.message}`, { callback }, { cause });
  }
}
