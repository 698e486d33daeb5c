import { RequestError, type RequestPlace } from './request-error.ts';

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
  /** The last record that a watch read, if a watch ended; otherwise undefined */
  declare readonly lastRecord: unknown;

  /** @param missing - what did not come in time */
  constructor(
    place: RequestPlace,
    limit: 'timeout' | 'deadline',
    milliseconds: number,
    missing = 'complete response',
    lastRecord?: unknown,
  ) {
    super(place, `no ${missing} within the ${limit} of ${milliseconds} ms`, { limit, milliseconds, lastRecord });
  }
}
