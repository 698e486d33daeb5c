import { AuthError } from '../errors/auth-error.ts';
import { backoffDelay } from '../http/backoff.ts';
import { isRetryableStatus } from '../http/is-retryable-status.ts';
import type { TokenEvent } from './events.ts';

/** A server that wants a longer pause than this gets it by our failing. */
const longestWaitMs = 60_000;

/** How often and how long a token is asked for. */
export interface RetryOptions {
  readonly tries: number;
  /** Milliseconds for all tries and waits. */
  readonly deadline: number;
  readonly clock: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly report: (event: TokenEvent) => void;
}

/**
 * Tries again after failed connections and the statuses that say "later", with full jitter and no sooner than `Retry-After`.
 *
 * @param attempt One try, told how many milliseconds are left.
 * @throws AuthError of the last try; at once where the wait would pass the deadline or a minute.
 */
export async function withRetries<T>(attempt: (leftMs: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const end = options.clock() + options.deadline;
  for (let count = 1; ; count++) {
    try {
      return await attempt(end - options.clock());
    } catch (error) {
      if (!(error instanceof AuthError) || count >= options.tries) throw error;
      const { retryAfterSeconds = 0, status } = error;
      const delayMs = Math.max(retryAfterSeconds * 1000, backoffDelay(count, { random: options.random }));
      const later = status === undefined || isRetryableStatus(status);
      if (!later || delayMs > longestWaitMs || delayMs >= end - options.clock()) throw error;
      options.report({ type: 'token_retry', attempt: count, delayMs, status });
      await options.sleep(delayMs, options.signal);
    }
  }
}
