import type { OperationId } from '@syncline/openapi';

/**
 * One call, the requests it must send and its result. Values that JSON does not have are written as
 * `{ "$bigint": "…" }` and `{ "$undefined": true }`.
 */
export interface Vector {
  readonly title: string;
  readonly operation: OperationId;
  /**
   * Arguments by the names in the documents: path parameters, query parameters such as `$filter`, and fields of the
   * request body such as `query`.
   */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly credential: Credential;
  /** More client options, in addition to `retry: 0`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Each request in turn, and the response to it. Empty when nothing may be sent. */
  readonly exchanges: readonly Exchange[];
  readonly result: { readonly value: unknown } | { readonly error: Readonly<Record<string, unknown>> };
}

export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

export type Credential = Readonly<Record<string, string>> & { readonly scheme: string };

export const ODATA = 'https://odata.invalid/app';
export const V2 = 'https://v2.invalid';
export const CLOUD = 'https://cloud.invalid';
export const AUTH = 'https://auth.invalid';

export const BASIC: Credential = { scheme: 'basic', username: 'test', password: '123£' };
/** The credentials of the example in RFC 7617, section 2.1. */
export const BASIC_HEADERS = { authorization: 'Basic dGVzdDoxMjPCow==' };

export const JSON_TYPE = { 'content-type': 'application/json' };

/** A read with Basic authentication, whose response is 200 with JSON. */
export function read(
  title: string,
  operation: OperationId,
  args: Vector['arguments'],
  url: string,
  body: string,
  value: unknown,
  options: Vector['options'] = {},
): Vector {
  return {
    title,
    operation,
    arguments: args,
    credential: BASIC,
    options,
    exchanges: [
      {
        request: { method: 'GET', url, headers: BASIC_HEADERS, body: null },
        response: { status: 200, headers: JSON_TYPE, body },
      },
    ],
    result: { value },
  };
}

/** A call that fails before a request is sent. */
export function refused(
  title: string,
  operation: OperationId,
  args: Vector['arguments'],
  error: Readonly<Record<string, unknown>>,
): Vector {
  return { title, operation, arguments: args, credential: BASIC, options: {}, exchanges: [], result: { error } };
}
