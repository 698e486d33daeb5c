/** A request that has not been sent yet, as plain data. A credential changes `url` or `headers` in place. */
export interface Draft {
  /** Absolute address, query included. */
  url: string;
  /** HTTP method, in upper case. */
  method: string;
  /** Header values by lower-case name. */
  headers: Record<string, string>;
  /** Frees whoever waits for this request. It never ends work that others wait for too. */
  signal?: AbortSignal | undefined;
  /** How to send a request of the credential's own, such as a token request. @default globalThis.fetch */
  fetch?: typeof fetch | undefined;
}

/**
 * One way of proving who asks (section 5). It is the only code that holds its secret.
 *
 * @example
 * ```ts
 * import { basic, type Draft } from '@syncline/auth';
 *
 * const draft: Draft = { url: 'https://sync.example.com/history', method: 'GET', headers: {} };
 * await basic({ username: 'admin', password: 'secret' }).apply(draft);
 * const response = await fetch(draft.url, { headers: draft.headers, redirect: 'manual' });
 * ```
 */
export interface Credential {
  /** Name of the security scheme in the documents, such as `basic`. */
  readonly scheme: string;
  /**
   * Puts the credential into the draft, in place, once or again. Without a promise where nothing has to be awaited.
   *
   * @throws ConfigError when a secret cannot be sent; AuthError when no token is to be had; the signal's reason when `draft.signal` is aborted while a token is waited for.
   */
  apply(draft: Draft): void | Promise<void>;
  /** Told of a 401 to this draft: is there a fresher credential, so that sending once more makes sense? */
  refused(draft: Draft): boolean | Promise<boolean>;
  /** Takes every secret of this credential out of a text. */
  scrub(text: string): string;
}
