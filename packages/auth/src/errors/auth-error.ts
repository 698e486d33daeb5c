import { errorBrand, hasCode } from './error-brand.ts';

/** What an `AuthError` says beyond its message. */
export interface AuthErrorDetails {
  /** The `error` code of RFC 6749 section 5.2, such as `invalid_client`. */
  readonly error?: string | undefined;
  /** The server's `error_description`, without secrets. */
  readonly errorDescription?: string | undefined;
  /** The server's `error_uri`, without secrets. */
  readonly errorUri?: string | undefined;
  /** HTTP status of the answer; undefined when there was no answer. */
  readonly status?: number | undefined;
  /** Seconds that the server asked to wait, when it did. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * No token was to be had: the token endpoint refused, could not be reached, or answered something that is not a token
 * (section 5.3; RFC 6749 section 5.2). No property holds a secret.
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
export class AuthError extends Error {
  /** Stable code of this class. */
  readonly code = 'AUTH_FAILED';
  /** The `error` code of RFC 6749 section 5.2, such as `invalid_client`. */
  readonly error: string | undefined;
  /** The server's `error_description`, without secrets. */
  readonly errorDescription: string | undefined;
  /** The server's `error_uri`, without secrets. */
  readonly errorUri: string | undefined;
  /** HTTP status of the answer; undefined when there was no answer. */
  readonly status: number | undefined;
  /** Seconds that the server asked to wait, when it did. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, details?: AuthErrorDetails) {
    super(message);
    Object.assign(this, details);
  }

  /** Marks the error as one of Syncline's. */
  get [errorBrand](): true {
    return true;
  }

  static {
    this.prototype.name = 'AuthError';
  }
}

/** Whether a thrown value is an `AuthError`, of this copy of the package or another. */
export function isAuthError(value: unknown): value is AuthError {
  return hasCode(value, 'AUTH_FAILED');
}
