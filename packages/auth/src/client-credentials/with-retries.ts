import { AuthError } from '../errors/auth-error.ts';
import { backoffDelay } from '../http/backoff.ts';
import { isRetryableStatus } from '../http/is-retryable-status.ts';
import type { SharingRequest } from '../token-store/token-sharing.ts';

/** A server that wants a longer pause than this gets it by our failing. */
const longestWaitMs = 60_000;

/** What the waits depend on. */
export type RetrySurroundings = Pick<SharingRequest, 'clock' | 'random' | 'report' | 'signal' | 'sleep'>;

/**
 * Tries again after failed connections and the statuses that say "later", with full jitter and no sooner than `Retry-After`.
 *
 * @param attempt One try, told how many milliseconds are left.
 * @param tries How many of them at most.
 * @param deadlineMs Milliseconds for all tries and waits.
 * @throws AuthError of the last try; at once where the wait would pass the deadline or a minute.
 */
export async function withRetries<T>(
  attempt: (leftMs: number) => Promise<T>,
  tries: number,
  deadlineMs: number,
  { clock, random, report, signal, sleep }: RetrySurroundings,
): Promise<T> {
  const end = clock() + deadlineMs;
  for (let count = 1; ; count++) {
    try {
      return await attempt(end - clock());
    } catch (error) {
      if (!(error instanceof AuthError) || count >= tries) throw error;
      const { retryAfterSeconds = 0, status } = error;
      const delayMs = Math.max(retryAfterSeconds * 1000, backoffDelay(count, { random }));
      // No answer at all is as good as a 503.
      if (!isRetryableStatus(status ?? 503) || delayMs > longestWaitMs || delayMs >= end - clock()) throw error;
      report({ type: 'token_retry', attempt: count, delayMs, status });
      await sleep(delayMs, signal);
    }
  }
}
