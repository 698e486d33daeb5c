import { RequestError, type RequestPlace } from './request-error.ts';

/**
 * The decoded response, or one record of a stream, is larger than `maxBodyBytes`. Bytes are counted after
 * decompression, so that a small download cannot fill the memory.
 */
export class ResponseTooLargeError extends RequestError {
  override readonly name = 'ResponseTooLargeError';
  readonly code = 'RESPONSE_TOO_LARGE';
  /** The limit in bytes */
  declare readonly maxBytes: number;

  /** The HTTP status of the response */
  declare readonly status: number | undefined;

  constructor(place: RequestPlace, maxBytes: number, status?: number) {
    super(place, `the response is larger than the limit of ${maxBytes} bytes (option maxBodyBytes)`, {
      maxBytes,
      status,
    });
  }
}
