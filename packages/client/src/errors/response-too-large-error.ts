import { RequestError } from './request-error.ts';
import type { RequestPlace } from './syncline-error.ts';

/**
 * The answer, decoded, is larger than `maxBodyBytes`; in a stream, one record is. Counted after gzip and its like are undone, so
 * that a small download cannot fill the memory.
 */
export class ResponseTooLargeError extends RequestError {
  override readonly name = 'ResponseTooLargeError';
  readonly code = 'RESPONSE_TOO_LARGE';
  /** The limit in bytes */
  declare readonly maxBytes: number;

  constructor(place: RequestPlace, maxBytes: number) {
    super(place, `the answer is larger than the limit of ${maxBytes} bytes (option maxBodyBytes)`, { maxBytes });
  }
}
