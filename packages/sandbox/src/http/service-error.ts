/** A reason not to serve a request. It is sent as the error body of the interface that received the request. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** A stable word for the reason. The OData interface sends it as `error.code`. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string | readonly string[]>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function badRequest(message: string): ServiceError {
  return new ServiceError(400, 'BadRequest', message);
}
export function notFound(message: string): ServiceError {
  return new ServiceError(404, 'NotFound', message);
}
export function headersTooLarge(maxBytes: number): ServiceError {
  return new ServiceError(431, 'HeadersTooLarge', `Request line and headers are larger than ${maxBytes} bytes.`);
}
