import { markOf, type ScrubbedError } from './scrub-error.ts';
import { RequestError, type RequestPlace } from './request-error.ts';

/**
 * A function that you passed failed, such as a method of your own credential. It is not a network failure, so it is not
 * retried.
 *
 * If the function threw, `cause` has the name and the code of what it threw. The text is not shown, because it may
 * contain a secret that only the function knows.
 */
export class CallbackError extends RequestError {
  override readonly name = 'CallbackError';
  readonly code = 'CALLBACK_FAILED';
  /** The function that failed, such as `credential.apply` */
  declare readonly callback: string;

  /**
   * @param why - what the function did wrong, without anything that it threw or returned
   * @param cause - the scrubbed copy of what it threw
   */
  constructor(place: RequestPlace, callback: string, why: string, cause?: ScrubbedError) {
    super(place, `${callback} failed: ${why}`, { callback, ...markOf(cause) }, cause && { cause });
  }
}
