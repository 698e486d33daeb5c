/** The numbers of a retry budget. */
export interface RetryBudgetNumbers {
  /** Tokens in a full budget */
  readonly capacity: number;
  /** What one retry costs */
  readonly cost: number;
  /** What one retry after a throttling response (429) costs */
  readonly throttledCost: number;
  /** Tokens at the start. @default capacity */
  readonly initial?: number;
}

/** Keeps the clients of a service in trouble from multiplying its load: when most calls fail, retries stop. */
export interface RetryBudget {
  readonly tokens: number;
  /** Takes the price of one retry and returns it; undefined if there is too little left */
  take(isThrottled: boolean): number | undefined;
  /** A call succeeded: gives back what its last retry took, or one token if it took none */
  refund(cost: number | undefined): void;
}

/** The numbers that every client uses (those of the AWS SDKs' standard mode). */
export const standardBudget: RetryBudgetNumbers = { capacity: 500, cost: 10, throttledCost: 5 };

/** Creates a budget, full unless told otherwise. */
export function createRetryBudget({
  capacity,
  cost,
  throttledCost,
  initial = capacity,
}: RetryBudgetNumbers): RetryBudget {
  let tokens = initial;
  return {
    get tokens() {
      return tokens;
    },
    take: (isThrottled) => {
      const price = isThrottled ? throttledCost : cost;
      if (price > tokens) return undefined;
      tokens -= price;
      return price;
    },
    refund: (taken = 1) => {
      tokens = Math.min(capacity, tokens + taken);
    },
  };
}

/** The numbers of the pauses between attempts. */
export interface RetryTiming {
  /** Upper bound of the first pause, in milliseconds; it doubles with each retry */
  readonly baseMs: number;
  /** The same after a throttling response (429) */
  readonly throttledBaseMs: number;
  /** Upper bound of every pause, in milliseconds */
  readonly capMs: number;
}

/** The pauses of every client and of the token request. */
export const standardTiming: RetryTiming = { baseMs: 500, throttledBaseMs: 500, capMs: 8000 };

/** A longer `Retry-After` is for the caller to decide about, so the call fails at once. */
const longestRetryAfterSeconds = 60;

/**
 * Milliseconds to wait after a failed attempt, with full jitter: anything from 0 up to `baseMs`, twice as much after each further
 * attempt, and never more than `capMs`.
 *
 * @param attempt - how many attempts were made so far; 1 after the first
 *
 * @example
 * ```ts
 * import { backoffDelay } from '@syncline/core';
 *
 * backoffDelay(1, { baseMs: 500, capMs: 8000 }, Math.random); // 0 to 500
 * ```
 */
export function backoffDelay(
  attempt: number,
  { baseMs, capMs }: Pick<RetryTiming, 'baseMs' | 'capMs'>,
  random: () => number,
): number {
  return random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
}

/**
 * Whether a status means that the same request may succeed later: 408, 425, 429, 500, 502, 503 and 504.
 *
 * @example
 * ```ts
 * import { isRetryableStatus } from '@syncline/core';
 *
 * isRetryableStatus(503); // true
 * isRetryableStatus(501); // false
 * ```
 */
export function isRetryableStatus(status: number): boolean {
  return [408, 425, 429, 500, 502, 503, 504].includes(status);
}

/** An attempt that failed in a way that another one might not. */
export interface FailedAttempt {
  /** How many retries were made already */
  readonly retries: number;
  readonly maxRetries: number;
  readonly isThrottled: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** Milliseconds until the deadline */
  readonly remainingMs: number;
}

/** What comes next: a pause and another attempt, or the end and why. */
export type RetryPlan =
  | { readonly stop: 'attempts' | 'retry-after' | 'deadline' | 'budget' }
  | { readonly stop?: undefined; readonly delayMs: number; readonly cost: number };

/** Decides whether and when to try again. Takes from the budget only if there is another attempt. */
export function planRetry(
  failed: FailedAttempt,
  budget: RetryBudget,
  timing: RetryTiming,
  random: () => number,
): RetryPlan {
  if (failed.retries >= failed.maxRetries) return { stop: 'attempts' };
  const { retryAfterSeconds = 0 } = failed;
  if (retryAfterSeconds > longestRetryAfterSeconds) return { stop: 'retry-after' };
  const baseMs = failed.isThrottled ? timing.throttledBaseMs : timing.baseMs;
  const jittered = backoffDelay(failed.retries + 1, { baseMs, capMs: timing.capMs }, random);
  const delayMs = Math.max(jittered, retryAfterSeconds * 1000);
  if (delayMs >= failed.remainingMs) return { stop: 'deadline' };
  const cost = budget.take(failed.isThrottled);
  return cost === undefined ? { stop: 'budget' } : { delayMs, cost };
}
