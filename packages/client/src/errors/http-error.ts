import { RequestError, type RequestPlace } from '@syncline/core/internal';

/** The parts of an {@link HttpError}. Its texts no longer contain secrets. */
export interface HttpFailure {
  readonly interface: 'odata' | 'v2' | 'cloud';
  readonly status: number;
  readonly serviceCode: string | number | undefined;
  readonly serviceMessage: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly body: string;
}

/**
 * The service returned a status outside 200-299, after all retries (specification section 7).
 *
 * @example
 * ```ts
 * import { isHttpError } from '@syncline/client';
 *
 * const explain = (error: unknown) =>
 *   isHttpError(error) && error.status === 404 ? 'no such job' : 'something else';
 * ```
 */
export class HttpError extends RequestError {
  override readonly name = 'HttpError';
  readonly code = 'HTTP_ERROR';
  /** The interface that was called */
  declare readonly interface: 'odata' | 'v2' | 'cloud';
  /** The HTTP status */
  declare readonly status: number;
  /** The service's own code as it was sent: a text on the OData interface, a number on v2 */
  declare readonly serviceCode: string | number | undefined;
  /** The service's own message */
  declare readonly serviceMessage: string | undefined;
  /** Seconds of the service's `Retry-After`, if the client did not wait (more than 60 s, or beyond the deadline) */
  declare readonly retryAfterSeconds: number | undefined;
  readonly #body: string;

  constructor(place: RequestPlace, { body, ...failure }: HttpFailure) {
    const { serviceCode = '', serviceMessage = '', status } = failure;
    const code = serviceCode === '' ? '' : ` [${serviceCode}]`;
    const message = serviceMessage && ` ${serviceMessage.slice(0, 500)}`;
    const tried = place.attempts > 1 ? ` (after ${place.attempts} attempts)` : '';
    super(place, `${status}${status === 407 ? wantsPassword : ''}${code}${message}${tried}`, failure);
    this.#body = body;
  }

  /** The text of the response, at most 64 KiB. Inspection and JSON omit it, so that a log line stays short. */
  get body(): string {
    return this.#body;
  }
}

/** The service does not send this status: a proxy does. */
const wantsPassword = ': set the user name and password of the proxy';
