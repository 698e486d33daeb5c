import { RequestError, type RequestPlace } from '@syncline/core/internal';

/**
 * Why a response with a success status cannot be used.
 *
 * | reason | meaning |
 * |---|---|
 * | `content-type` | the content type is not JSON (often the page of a proxy or a login page) |
 * | `empty` | the body is empty, but a record was expected |
 * | `encoding` | the body is not UTF-8 |
 * | `json` | the body is not JSON |
 * | `shape` | the body is JSON, but neither the record nor the collection that the operation returns |
 * | `service-error` | the body is the service's error, with a success status |
 * | `value` | the value of a field cannot be decoded; `record`, `field` and `value` name it |
 * | `next-page` | the collection continues on another page (`@odata.nextLink`) that was not or cannot be followed |
 * | `count` | the service counts more or fewer records (`@odata.count`) than arrived |
 * | `schema` | the caller's Standard Schema rejected the response |
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
  | 'count'
  | 'schema';

/** The field that could not be decoded. */
export interface FieldPlace {
  readonly record: string;
  readonly field: string;
  /** The value as a text of at most 100 characters */
  readonly value: string;
}

/**
 * The response has a success status, but is not what the operation returns. It is never retried, because the service
 * would send the same response again.
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
