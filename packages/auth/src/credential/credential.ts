import type { Transport } from '@syncline/core/internal';

/** A request that has not been sent yet, as plain data. A credential changes `url` or `headers` in place. */
export interface CredentialRequest {
  /** Absolute address, query included. */
  url: string;
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Header values by lower-case name. */
  readonly headers: Record<string, string>;
  /** Ends the wait of this request. Work that other requests also wait for continues. */
  readonly signal?: AbortSignal | undefined;
  /** Sends this request, and requests of the credential itself, such as a token request. @default globalThis.fetch */
  readonly transport?: Transport | undefined;
  /**
   * Tells the call which secrets this request carries, so that the call removes them from its errors, events and spans,
   * even after the credential has new secrets. The list must not change afterwards.
   */
  addSecrets?(secrets: readonly string[]): void;
  /** Tells the call what the credential waits for, so that the error of a time limit can name it. */
  waitFor?(what: () => string): void;
}

/**
 * Authenticates requests (section 5). Only the credential holds the secret.
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
   * Adds the credential to the request in place, and may be repeated. Returns a promise only if it has to wait.
   *
   * @throws ConfigError if a secret cannot be sent; AuthError if the service does not return a token; the signal's
   *   reason if `request.signal` is aborted while the request waits for a token.
   */
  apply(request: CredentialRequest): void | Promise<void>;
  /**
   * Called after a 401 to this request. Returns whether the credential is newer than the one that the request carried.
   */
  onUnauthorized(request: CredentialRequest): boolean | Promise<boolean>;
  /** Removes every secret of this credential from a text. */
  scrub(text: string): string;
}
