import type { Transport } from '@syncline/core';

/** A request that has not been sent yet, as plain data. A credential changes `url` or `headers` in place. */
export interface CredentialRequest {
  /** Absolute address, query included. */
  url: string;
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Header values by lower-case name. */
  readonly headers: Record<string, string>;
  /** Frees whoever waits for this request. It never ends work that others wait for too. */
  readonly signal?: AbortSignal | undefined;
  /** What carries this request, and a request of the credential's own, such as a token request. @default globalThis.fetch */
  readonly transport?: Transport | undefined;
}

/**
 * One way of proving who is calling (section 5). It is the only code that holds its secret.
 *
 * @example
 * ```ts
 * import { basic, type CredentialRequest } from '@syncline/auth';
 *
 * const request: CredentialRequest = { url: 'https://sync.example.com/history', method: 'GET', headers: {} };
 * await basic({ username: 'admin', password: 'secret' }).apply(request);
 * const response = await fetch(request.url, { headers: request.headers, redirect: 'manual' });
 * ```
 */
export interface Credential {
  /** Name of the security scheme in the documents, such as `basic`. */
  readonly scheme: string;
  /**
   * Adds the credential to the request, in place; may be repeated. Returns no promise if there is nothing to wait for.
   *
   * @throws ConfigError if a secret cannot be sent; AuthError if the service does not return a token; the signal's reason if
   *   `request.signal` is aborted while a token is waited for.
   */
  apply(request: CredentialRequest): void | Promise<void>;
  /** Called after a 401 to this request: is there a fresher credential, so that sending it once more makes sense? */
  onUnauthorized(request: CredentialRequest): boolean | Promise<boolean>;
  /** Removes every secret of this credential from a text. */
  scrub(text: string): string;
}
