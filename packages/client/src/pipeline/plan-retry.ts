import { backoffDelay } from '@syncline/auth/http';
import type { RetryBudget } from './retry-budget.ts';

/** The numbers of the pauses between attempts. */
export interface RetryTiming {
  readonly baseMs: number;
  /** The base after a throttling answer */
  readonly throttledBaseMs: number;
  readonly capMs: number;
}

export const standardTiming: RetryTiming = { baseMs: 500, throttledBaseMs: 500, capMs: 8000 };

/** A longer `Retry-After` is the caller's decision, not the client's. */
const longestWaitSeconds = 60;

/** An attempt that failed in a way that another one might mend. */
export interface Failure {
  /** How many retries were made already */
  readonly retries: number;
  readonly maxRetries: number;
  readonly throttled: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** Milliseconds until the deadline */
  readonly remainingMs: number;
}

/** What comes next: a pause and another attempt, or the end and why. */
export type RetryPlan =
  | { readonly stop: 'attempts' | 'retry-after' | 'deadline' | 'budget' }
  | { readonly stop?: undefined; readonly delayMs: number; readonly cost: number };

/** Decides whether and when to try again. Takes from the budget only where it says yes. */
export function planRetry(failure: Failure, budget: RetryBudget, timing: RetryTiming, random: () => number): RetryPlan {
  if (failure.retries >= failure.maxRetries) return { stop: 'attempts' };
  const { retryAfterSeconds = 0 } = failure;
  if (retryAfterSeconds > longestWaitSeconds) return { stop: 'retry-after' };
  const jittered = backoffDelay(failure.retries + 1, {
    baseMs: failure.throttled ? timing.throttledBaseMs : timing.baseMs,
    capMs: timing.capMs,
    random,
  });
  const delayMs = Math.max(jittered, retryAfterSeconds * 1000);
  if (delayMs >= failure.remainingMs) return { stop: 'deadline' };
  const cost = budget.take(failure.throttled);
  return cost === undefined ? { stop: 'budget' } : { delayMs, cost };
}
