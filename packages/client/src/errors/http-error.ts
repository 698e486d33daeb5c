import { RequestError, type RequestPlace } from '@syncline/core';

/** The facts of an {@link HttpError}. No text in it contains a secret. */
export interface HttpFailure extends RequestPlace {
  readonly interface: 'odata' | 'v2' | 'cloud';
  readonly status: number;
  readonly serviceCode: string | number | undefined;
  readonly serviceMessage: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly body: string;
}

/**
 * The service responded with a status outside 200-299, after all retries (specification section 7).
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
  /** Which interface responded */
  declare readonly interface: 'odata' | 'v2' | 'cloud';
  /** The HTTP status */
  declare readonly status: number;
  /** The service's own code, as it was sent: a string on the OData interface, a number on v2 */
  declare readonly serviceCode: string | number | undefined;
  /** The service's own message */
  declare readonly serviceMessage: string | undefined;
  /**
   * The seconds that the service asked to wait, if the client did not wait because it was over 60 s or over the
   * deadline
   */
  declare readonly retryAfterSeconds: number | undefined;
  readonly #body: string;

  constructor({ body, ...failure }: HttpFailure) {
    super(failure, `${failure.status}${said(failure)}${tried(failure.attempts)}`, failure);
    this.#body = body;
  }

  /**
   * The text of the response, at most 64 KiB. It is not in JSON or in what `console.log` prints, to keep logs short.
   */
  get body(): string {
    return this.#body;
  }
}

const said = ({ serviceCode, serviceMessage }: Omit<HttpFailure, 'body'>): string => {
  const code = serviceCode === undefined || serviceCode === '' ? '' : ` [${serviceCode}]`;
  return `${code}${serviceMessage ? ` ${serviceMessage.slice(0, 500)}` : ''}`;
};

const tried = (attempts: number): string => (attempts > 1 ? ` (after ${attempts} attempts)` : '');
