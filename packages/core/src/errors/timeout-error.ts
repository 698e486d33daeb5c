import { RequestError, type RequestPlace } from './request-error.ts';

/** A time limit passed: of one attempt (`timeout`), of the whole call (`deadline`), or between two chunks of a stream (`timeout`). */
export class TimeoutError extends RequestError {
  override readonly name = 'TimeoutError';
  readonly code = 'TIMEOUT';
  /** Which of the two limits passed */
  declare readonly limit: 'timeout' | 'deadline';
  /** The limit in milliseconds */
  declare readonly milliseconds: number;

  constructor(place: RequestPlace, limit: 'timeout' | 'deadline', milliseconds: number) {
    super(place, `no complete response within the ${limit} of ${milliseconds} ms`, { limit, milliseconds });
  }
}
