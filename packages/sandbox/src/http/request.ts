import { badRequest, type SandboxResponse, type ServiceError } from './response.ts';

/** A query string, decoded. */
export interface Query {
  /** The first value of each name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Names that occur more than once. */
  readonly repeated: readonly string[];
}

const none: Query = { parameters: new Map(), repeated: [] };

/**
 * Parses a query string. It is split before it is decoded, and `+` stays a plus (OData, section 4.1: a URL is not an
 * HTML form).
 *
 * @throws ServiceError (400) for an invalid percent-encoding
 */
export function parseQuery(query: string): Query {
  if (query === '') return none;
  const parameters = new Map<string, string>();
  const repeated: string[] = [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    if (parameters.has(name)) repeated.push(name);
    else parameters.set(name, equals < 0 ? '' : decode(part.slice(equals + 1)));
  }
  return { parameters, repeated };
}

/** @throws ServiceError (400) for an invalid percent-encoding */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('The URL contains an invalid percent-encoding, or one that is not UTF-8.');
  }
}

/**
 * The service, independent of how requests arrive. It never throws and never rejects: an internal error is a 500 with
 * the error body of the OData interface.
 */
export type Service = (request: SandboxRequest) => SandboxResponse | Promise<SandboxResponse>;

/** Maximum size of a request body in bytes. The response to a larger one is a 413. */
export const maxBodyBytes = 1024 * 1024;
/** Maximum size in bytes of the request line and the headers together. The response to a larger request is a 431. */
export const maxHeaderBytes = 16 * 1024;

/** A request body larger than {@link maxBodyBytes}. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/** A request, independent of how it arrived: over a port or through `sandbox.fetch`. */
export interface SandboxRequest {
  readonly method: string;
  /** The path as sent: still percent-encoded, without the query. */
  readonly path: string;
  /** The query as sent, without the `?`. Empty when there is none. */
  readonly query: string;
  /** First value of a header. `name` is in lower case. */
  header(name: string): string | undefined;
  /** Every header, by its name in lower case, for the request log, which redacts them. The object never changes. */
  headers(): RequestHeaders;
  /** Reads the body. Call it at most once. @throws BodyTooLargeError when the body is larger than 1 MiB */
  readBody(): Promise<Uint8Array>;
  /**
   * Why the listener could not read the request. The service then only sends this reason, because there may be nothing
   * but the request line.
   */
  readonly refusal?: ServiceError | undefined;
  /** Whether the request came from this machine. The control page serves no other requests. */
  readonly loopback: boolean;
  /** Whether the client sent the absolute URL, as it does to a proxy and as no web page can. @default false */
  readonly isProxied?: boolean | undefined;
  /**
   * Sends the responses that wait for the end of this turn of the event loop. Called before work that may take long, so
   * that they do not wait for it, too.
   */
  sendWaiting?(): void;
}

/** Headers as `node:http` has them: names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether the request's `Content-Type` is this media type, with any parameters. */
export function hasMediaType(request: SandboxRequest, mediaType: string): boolean {
  return mediaTypeOf(request.header('content-type')) === mediaType;
}

/** The media type of a `Content-Type` header, in lower case and without its parameters. */
export function mediaTypeOf(contentType: RequestHeaders[string]): string | undefined {
  return [contentType].flat()[0]?.split(';', 1)[0]?.trim().toLowerCase();
}
