import type { AuthError } from '../credential/auth-error.ts';

/** What happens to tokens, for logs and metrics. No event contains a token or a secret. */
export type TokenEvent =
  /** A token arrived. `lifetimeSeconds` is undefined if the server names no lifetime. */
  | {
      readonly type: 'token_obtained';
      readonly from: 'endpoint' | 'store';
      readonly lifetimeSeconds: number | undefined;
    }
  /** An attempt failed. The next one starts in `delayMs`. */
  | {
      readonly type: 'token_retry';
      readonly attempt: number;
      readonly delayMs: number;
      readonly status: number | undefined;
    }
  /** A background refresh failed. The current token stays in use. */
  | { readonly type: 'token_refresh_failed'; readonly error: AuthError | Error }
  /** The shared store cannot be used. This process requests its own token. */
  | {
      readonly type: 'token_store_failed';
      readonly operation: 'get' | 'set' | 'lock' | 'release' | 'open';
      readonly reason: string;
    };
