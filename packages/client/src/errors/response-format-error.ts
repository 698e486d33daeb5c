import { RequestError, type RequestPlace } from '@syncline/core';

/**
 * Why the client cannot use a response with a success status.
 *
 * | reason | meaning |
 * |---|---|
 * | `content-type` | the response is not declared as JSON; it is usually a proxy's page or a login form |
 * | `empty` | a record was expected and there was no body |
 * | `encoding` | the body is not UTF-8 |
 * | `json` | the body is not JSON |
 * | `shape` | JSON, but neither the record nor the collection that the operation returns |
 * | `service-error` | a success status with the service's error body |
 * | `value` | a field's value cannot be decoded; `record`, `field` and `value` say which |
 * | `next-page` | the collection continues at another address (`@odata.nextLink`), so it would be incomplete |
 * | `schema` | the caller's Standard Schema rejects the response |
 */
export type ResponseFormatReason =
  | 'content-type'
  | 'empty'
  | 'encoding'
  | 'json'
  | 'shape'
  | 'service-error'
  | 'value'
  | 'next-page'
  | 'schema';

/** The field that could not be decoded. */
export interface FieldPlace {
  readonly record: string;
  readonly field: string;
  /** The value as text, at most 100 characters */
  readonly value: string;
}

/**
 * The status is a success, but the response is not what the operation returns. The client does not retry, because the
 * next response would be the same.
 *
 * @example
 * ```ts
 * import { isResponseFormatError } from '@syncline/client';
 *
 * const where = (error: unknown) =>
 *   isResponseFormatError(error) && error.reason === 'value' ? `${error.record}.${error.field}` : undefined;
 * ```
 */
export class ResponseFormatError extends RequestError {
  override readonly name = 'ResponseFormatError';
  readonly code = 'RESPONSE_FORMAT';
  declare readonly reason: ResponseFormatReason;
  declare readonly record: string | undefined;
  declare readonly field: string | undefined;
  declare readonly value: string | undefined;

  constructor(place: RequestPlace, reason: ResponseFormatReason, what: string, field?: FieldPlace) {
    super(place, what, { reason, record: field?.record, field: field?.field, value: field?.value });
  }
}
