/** How `backoffDelay` counts. */
export interface BackoffOptions {
  /** Upper bound of the first wait, in milliseconds. @default 500 */
  readonly baseMs?: number | undefined;
  /** Upper bound of every wait, in milliseconds. @default 8000 */
  readonly capMs?: number | undefined;
  /** A number in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined;
}

/**
 * Milliseconds to wait after a failed try, with full jitter: anything from 0 up to `baseMs`, twice as much after each further try, never above `capMs`.
 *
 * @param attempt How many tries were made so far; 1 after the first.
 *
 * @example
 * ```ts
 * import { backoffDelay } from '@syncline/auth/http';
 *
 * backoffDelay(1); // 0 … 500
 * backoffDelay(3, { random: () => 0.5 }); // 1000
 * ```
 */
export function backoffDelay(
  attempt: number,
  { baseMs = 500, capMs = 8000, random = Math.random }: BackoffOptions = {},
): number {
  return random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
}
