/** Why a request is not served: becomes the error body of the interface it was sent to. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Stable word for the reason; `error.code` of the OData interface. */
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

export function badRequest(message: string): Refusal {
  return new Refusal(400, 'BadRequest', message);
}
export function notFound(message: string): Refusal {
  return new Refusal(404, 'NotFound', message);
}
