import type { AuthError } from '@syncline/auth';
import {
  type AbortedError,
  type CallbackError,
  type ConfigError,
  isSynclineError as isAnySynclineError,
  type NetworkError,
  type ResponseTooLargeError,
  type TimeoutError,
} from '@syncline/core/internal';
import type { ODataSyntaxError } from '@syncline/odata';
import type { HttpError } from './http-error.ts';
import type { RedirectError } from './redirect-error.ts';
import type { ResponseFormatError } from './response-format-error.ts';

/** Every error that a call can throw; `code` narrows the type. */
export type SynclineErrorUnion =
  | HttpError
  | NetworkError
  | TimeoutError
  | AbortedError
  | RedirectError
  | ResponseFormatError
  | ResponseTooLargeError
  | AuthError
  | CallbackError
  | ConfigError
  | ODataSyntaxError;

/**
 * Whether a value is an error of Syncline, from any of its packages and any copy of them.
 *
 * @example
 * ```ts
 * import { isSynclineError } from '@syncline/client';
 *
 * const advice = (error: unknown) => {
 *   if (!isSynclineError(error)) return 'a defect in the program';
 *   switch (error.code) {
 *     case 'HTTP_ERROR': return `the service returned ${error.status}`;
 *     case 'TIMEOUT': return `no response within ${error.milliseconds} ms`;
 *     default: return error.message;
 *   }
 * };
 * ```
 */
export function isSynclineError(error: unknown): error is SynclineErrorUnion {
  return isAnySynclineError(error);
}

const guard =
  <Error extends SynclineErrorUnion>(name: Error['name']) =>
  (error: unknown): error is Error =>
    isSynclineError(error) && error.name === name;

/** Whether a value is an {@link HttpError}: the service returned a status other than success. */
export const isHttpError: (error: unknown) => error is HttpError = /* @__PURE__ */ guard<HttpError>('HttpError');
/** Whether a value is a {@link NetworkError}: no complete response arrived. */
export const isNetworkError: (error: unknown) => error is NetworkError =
  /* @__PURE__ */ guard<NetworkError>('NetworkError');
/** Whether a value is a {@link TimeoutError}: a time limit passed. */
export const isTimeoutError: (error: unknown) => error is TimeoutError =
  /* @__PURE__ */ guard<TimeoutError>('TimeoutError');
/** Whether a value is an {@link AbortedError}: the caller's signal was aborted. */
export const isAbortedError: (error: unknown) => error is AbortedError =
  /* @__PURE__ */ guard<AbortedError>('AbortedError');
/** Whether a value is a {@link RedirectError}: a redirect was not followed. */
export const isRedirectError: (error: unknown) => error is RedirectError =
  /* @__PURE__ */ guard<RedirectError>('RedirectError');
/** Whether a value is a {@link ResponseFormatError}: a response with a success status that cannot be used. */
export const isResponseFormatError: (error: unknown) => error is ResponseFormatError =
  /* @__PURE__ */ guard<ResponseFormatError>('ResponseFormatError');
/** Whether a value is a {@link ResponseTooLargeError}: the response is larger than the limit. */
export const isResponseTooLargeError: (error: unknown) => error is ResponseTooLargeError =
  /* @__PURE__ */ guard<ResponseTooLargeError>('ResponseTooLargeError');
/** Whether a value is an `AuthError`: the service did not return a token. */
export const isAuthError: (error: unknown) => error is AuthError = /* @__PURE__ */ guard<AuthError>('AuthError');
/** Whether a value is a {@link CallbackError}: a function that you passed failed. */
export const isCallbackError: (error: unknown) => error is CallbackError =
  /* @__PURE__ */ guard<CallbackError>('CallbackError');
/** Whether a value is a {@link ConfigError}: an option or argument cannot be used. */
export const isConfigError: (error: unknown) => error is ConfigError =
  /* @__PURE__ */ guard<ConfigError>('ConfigError');
/** Whether a value is an `ODataSyntaxError`: a filter, order or selection cannot be read. */
export const isODataSyntaxError: (error: unknown) => error is ODataSyntaxError =
  /* @__PURE__ */ guard<ODataSyntaxError>('ODataSyntaxError');
