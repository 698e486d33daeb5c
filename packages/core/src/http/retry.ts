/** The numbers of a retry budget. */
export interface RetryBudgetNumbers {
  /** Tokens in a full budget */
  readonly capacity: number;
  /** Tokens that one retry takes */
  readonly cost: number;
  /** Tokens that one retry takes after a throttling response (429) */
  readonly throttledCost: number;
}

/**
 * Limits the retries of one client: when most calls fail, it stops retrying, so that retries do not make an outage
 * worse.
 */
export interface RetryBudget {
  /** Tokens that are left */
  tokens: number;
  /** Takes the tokens of one retry and returns their number; undefined if there are too few left */
  take(isThrottled: boolean): number | undefined;
  /** Returns the tokens that the last retry of a successful call took, or one token if it had no retry */
  refund(cost: number | undefined): void;
}

/**
 * The numbers of every client: 500 tokens, 10 for a retry, 5 after a 429. The AWS SDKs use the same in their standard
 * mode.
 */
export const standardBudget: RetryBudgetNumbers = { capacity: 500, cost: 10, throttledCost: 5 };

/**
 * Creates a full retry budget.
 *
 * @param numbers - such as {@link standardBudget}
 *
 * @example
 * ```ts
 * import { createRetryBudget, standardBudget } from '@syncline/core/internal';
 *
 * const budget = createRetryBudget(standardBudget);
 * budget.take(false); // 10
 * budget.tokens; // 490
 * ```
 */
export function createRetryBudget({ capacity, cost, throttledCost }: RetryBudgetNumbers): RetryBudget {
  return {
    tokens: capacity,
    take(isThrottled) {
      const price = isThrottled ? throttledCost : cost;
      if (price > this.tokens) return undefined;
      this.tokens -= price;
      return price;
    },
    refund(taken = 1) {
      this.tokens = Math.min(capacity, this.tokens + taken);
    },
  };
}

/** The numbers of the pauses between attempts. */
export interface RetryTiming {
  /** The longest first pause, in milliseconds. It doubles with each retry */
  readonly baseMs: number;
  /** The longest of all pauses, in milliseconds */
  readonly capMs: number;
}

/** The pauses of every client and of the token request: up to 0.5 s, then up to 1 s, and never more than 8 s. */
export const standardTiming: RetryTiming = { baseMs: 500, capMs: 8000 };

/** After a longer `Retry-After` the call fails at once, and the caller decides whether to wait. */
const longestRetryAfterSeconds = 60;

/**
 * The pause after a failed attempt, in milliseconds, with full jitter: from 0 to `baseMs`, to twice as much after each
 * further attempt, and never more than `capMs`.
 *
 * @param attempt - how many attempts were made; 1 after the first
 * @param timing - the longest first pause and the longest of all pauses
 * @param random - returns numbers from 0 to 1
 *
 * @example
 * ```ts
 * import { backoffDelay } from '@syncline/core/internal';
 *
 * backoffDelay(1, { baseMs: 500, capMs: 8000 }, Math.random); // 0 to 500
 * ```
 */
export function backoffDelay(attempt: number, { baseMs, capMs }: RetryTiming, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
}

/**
 * Whether a status means that the same request may succeed later: 408, 425, 429, 500, 502, 503 and 504.
 *
 * @example
 * ```ts
 * import { isRetryableStatus } from '@syncline/core/internal';
 *
 * isRetryableStatus(503); // true
 * isRetryableStatus(501); // false
 * ```
 */
export function isRetryableStatus(status: number): boolean {
  return [408, 425, 429, 500, 502, 503, 504].includes(status);
}

/** A failed attempt that is worth repeating. */
export interface FailedAttempt {
  /** How many retries were made before */
  readonly retries: number;
  readonly maxRetries: number;
  readonly isThrottled: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** Milliseconds until the deadline */
  readonly remainingMs: number;
}

/** What follows a failed attempt: a pause and another attempt, or the reason to stop. */
export type RetryPlan =
  | { readonly stop: 'attempts' | 'retry-after' | 'deadline' | 'budget' }
  | { readonly stop?: undefined; readonly delayMs: number; readonly cost: number };

/**
 * Decides whether and when to try again. It takes tokens from the budget only if there is another attempt.
 *
 * @example
 * ```ts
 * import { createRetryBudget, planRetry, standardBudget, standardTiming } from '@syncline/core/internal';
 *
 * const failed = { retries: 0, maxRetries: 2, isThrottled: false, retryAfterSeconds: 3, remainingMs: 60_000 };
 * const plan = planRetry(failed, createRetryBudget(standardBudget), standardTiming, Math.random);
 * if (plan.stop === undefined) console.log(plan.delayMs); // 3000
 * else console.log(plan.stop);
 * ```
 */
export function planRetry(
  failed: FailedAttempt,
  budget: RetryBudget,
  timing: RetryTiming,
  random: () => number,
): RetryPlan {
  if (failed.retries >= failed.maxRetries) return { stop: 'attempts' };
  const { retryAfterSeconds = 0 } = failed;
  if (retryAfterSeconds > longestRetryAfterSeconds) return { stop: 'retry-after' };
  const jittered = backoffDelay(failed.retries + 1, timing, random);
  const delayMs = Math.max(jittered, retryAfterSeconds * 1000);
  if (delayMs >= failed.remainingMs) return { stop: 'deadline' };
  const cost = budget.take(failed.isThrottled);
  return cost === undefined ? { stop: 'budget' } : { delayMs, cost };
}
