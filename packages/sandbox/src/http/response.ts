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

export type BodyChunk = string | Uint8Array;
export type ResponseBody = BodyChunk | Iterable<BodyChunk> | AsyncIterable<BodyChunk>;

/** A response, independent of how it is sent: over a port or through `sandbox.fetch`. */
export interface SandboxResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A string or bytes are sent with a Content-Length, an iterable is sent chunked. */
  readonly body: ResponseBody;
  /** How the response is sent. Undefined when it is sent at once, in full and as HTTP requires. */
  readonly plan?: ResponsePlan;
  /** Why the request was refused, for the request log. Undefined for a response that is not a refusal. */
  readonly reason?: string;
}

/** Everything unusual about how a response is sent. */
export interface ResponsePlan {
  /** Milliseconds before the first byte. */
  readonly delayMs?: number;
  /** A 103 response with this `Link` header is sent first. */
  readonly earlyHints?: string;
  /** Milliseconds between two bytes of the status line and the headers. */
  readonly headerDripMs?: number;
  /** Sent as is, instead of the response. */
  readonly raw?: string;
  /** Resets the connection and refuses new connections for this many milliseconds. */
  readonly outageMs?: number;
  readonly socket?: SocketFault;
}

/**
 * How a connection fails. `reset`, `close` and `hang` happen before the first byte: the connection is reset, closed, or
 * kept open without data. `cut`, `end` and `stall` do the same after status, headers and `body`, although more was
 * announced. `sandbox.fetch` shows a rejection, a body stream that errors, or a promise that settles only when the
 * signal aborts.
 */
export type SocketFault = 'reset' | 'close' | 'hang' | 'cut' | 'end' | 'stall';

/** The interfaces. Each has its own path prefix and its own error body. */
export type InterfaceName = 'odata' | 'v2' | 'cloud' | 'auth';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const;

/** A successful response with this JSON text. */
export function jsonResponse(body: ResponseBody): SandboxResponse {
  return { status: 200, headers: jsonHeaders, body };
}

/** Refuses a request. Every refusal of the service is made here, so that the request log can say why. */
export function errorResponse(
  interfaceName: InterfaceName,
  { status, code, message, headers }: ServiceError,
): SandboxResponse {
  return {
    status,
    headers: { ...jsonHeaders, ...headers },
    body: errorBody(interfaceName, status, code, message),
    reason: message,
  };
}

/**
 * The error body of an interface (section 7). The specification does not show one for the cloud interface, which uses
 * OData's. The token endpoint uses the one of RFC 6749, section 5.2.
 */
export function errorBody(interfaceName: InterfaceName, status: number, code: string, message: string): string {
  switch (interfaceName) {
    case 'v2':
      return JSON.stringify({ code: status, message, error: code });
    case 'auth':
      return JSON.stringify({ error: code, error_description: message });
    case 'odata':
    case 'cloud':
      return JSON.stringify({ error: { code, message } });
  }
}

export function isChunk(body: ResponseBody): body is BodyChunk {
  return typeof body === 'string' || ArrayBuffer.isView(body);
}

/** The chunks of a body. */
export function chunksOf(body: ResponseBody): Iterable<BodyChunk> | AsyncIterable<BodyChunk> {
  return isChunk(body) ? [body] : body;
}
