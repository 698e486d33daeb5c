import { isSynclineError, SynclineError } from '@syncline/core/internal';

/** The properties of an `AuthError` in addition to its message. */
export interface AuthErrorDetails {
  /** The `error` code of RFC 6749 section 5.2, such as `invalid_client`. */
  readonly error?: string | undefined;
  /** The server's `error_description`, without secrets. */
  readonly errorDescription?: string | undefined;
  /** The server's `error_uri`, without secrets. */
  readonly errorUri?: string | undefined;
  /** HTTP status of the response, or undefined if none arrived. */
  readonly status?: number | undefined;
  /** Seconds of the server's `Retry-After`, if it sent one. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * The service did not return a token: the token endpoint refused, could not be reached, or returned something that is
 * not a token (section 5.3; RFC 6749 section 5.2). No property contains a secret.
 *
 * @example
 * ```ts
 * import { isAuthError } from '@syncline/auth';
 *
 * export function explainFailure(error: unknown): string {
 *   return isAuthError(error) && error.error === 'invalid_client' ? 'Check the client secret.' : 'Try again later.';
 * }
 * ```
 */
export class AuthError extends SynclineError {
  override readonly name = 'AuthError';
  /** Stable code of this class. */
  readonly code = 'AUTH_FAILED';
  /** The `error` code of RFC 6749 section 5.2, such as `invalid_client`. */
  declare readonly error: string | undefined;
  /** The server's `error_description`, without secrets. */
  declare readonly errorDescription: string | undefined;
  /** The server's `error_uri`, without secrets. */
  declare readonly errorUri: string | undefined;
  /** HTTP status of the response, or undefined if none arrived. */
  readonly status: number | undefined;
  /** Seconds of the server's `Retry-After`, if it sent one. */
  declare readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details?: AuthErrorDetails) {
    super(message);
    Object.assign(this, details);
  }
}

/** Whether a value is an `AuthError`, from any copy of the package. */
export function isAuthError(value: unknown): value is AuthError {
  return isSynclineError(value) && value.code === 'AUTH_FAILED';
}
