import type { AuthError } from '../credential/auth-error.ts';

/** What happens to tokens, for logs and metrics. No event holds a token or a secret. */
export type TokenEvent =
  /** A token arrived; `lifetimeSeconds` is undefined when the server names none. */
  | {
      readonly type: 'token_obtained';
      readonly from: 'endpoint' | 'store';
      readonly lifetimeSeconds: number | undefined;
    }
  /** A try failed; the next one starts in `delayMs`. */
  | {
      readonly type: 'token_retry';
      readonly attempt: number;
      readonly delayMs: number;
      readonly status: number | undefined;
    }
  /** A refresh ahead of time failed. The token at hand goes on serving. */
  | { readonly type: 'token_refresh_failed'; readonly error: AuthError | Error }
  /** The shared store cannot be used. This process gets a token of its own. */
  | {
      readonly type: 'token_store_failed';
      readonly operation: 'get' | 'set' | 'lock' | 'release' | 'open';
      readonly reason: string;
    };
