import { RequestError, type RequestPlace } from './request-error.ts';

/** The caller's `signal` was aborted. `cause` is the signal's reason. */
export class AbortedError extends RequestError {
  override readonly name = 'AbortedError';
  readonly code = 'ABORTED';

  constructor(place: RequestPlace, reason: unknown) {
    super(place, 'aborted by the caller', undefined, { cause: reason });
  }
}
