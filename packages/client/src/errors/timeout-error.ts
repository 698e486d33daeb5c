import { RequestError } from './request-error.ts';
import type { RequestPlace } from './syncline-error.ts';

/** Time was up: for one attempt (`timeout`), for the whole call (`deadline`), or between two chunks of a stream (`timeout`). */
export class TimeoutError extends RequestError {
  override readonly name = 'TimeoutError';
  readonly code = 'TIMEOUT';
  /** Which of the two limits was reached */
  declare readonly limit: 'timeout' | 'deadline';
  /** The limit in milliseconds */
  declare readonly milliseconds: number;

  constructor(place: RequestPlace, limit: 'timeout' | 'deadline', milliseconds: number) {
    super(place, `no complete answer within the ${limit} of ${milliseconds} ms`, { limit, milliseconds });
  }
}
