/** Tells the time and waits. A test can pass its own clock and control both. */
export interface Clock {
  /** Milliseconds on a monotonic clock, which does not move when the wall clock is set */
  now(): number;
  /** Milliseconds since 1970 on the wall clock, to read dates in `Retry-After` */
  date(): number;
  /**
   * Calls `callback` after a number of milliseconds, unless the returned function is called before.
   *
   * @param isBackground - whether no code waits for it, so that it does not keep a process open
   */
  wait(milliseconds: number, callback: () => void, isBackground?: boolean): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  wait: (milliseconds, callback, isBackground) => {
    const timer = setTimeout(callback, milliseconds);
    // Only Node's timers keep a process open.
    if (isBackground) (timer as { unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};

/**
 * Runs work under a time limit. The promise settles with the result of the work, with `timeoutError()` when the time is
 * up, or with the error passed to `interrupt`, whichever comes first. Work that is not finished by then continues, and
 * its result is ignored. The timer ends with the promise.
 *
 * @param milliseconds - the limit; 0 ends the wait at the next turn of the event loop
 * @param work - receives `interrupt`, which ends the wait immediately
 * @param timeoutError - creates the error, and cancels what the work is doing
 *
 * @example
 * ```ts
 * import { systemClock } from '@syncline/core';
 * import { withTimeLimit } from '@syncline/core/internal';
 *
 * const text = await withTimeLimit(
 *   systemClock,
 *   5_000,
 *   async () => (await fetch('https://example.com')).text(),
 *   () => new Error('no response within 5 s'),
 * );
 * ```
 */
export function withTimeLimit<Value>(
  clock: Clock,
  milliseconds: number,
  work: (interrupt: (error: unknown) => void) => Promise<Value>,
  timeoutError: () => unknown,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.wait(milliseconds, () => reject(timeoutError()));
    const fail = (error: unknown): void => {
      cancelTimer();
      reject(error);
    };
    try {
      work(fail).then((value) => {
        cancelTimer();
        resolve(value);
      }, fail);
    } catch (error) {
      // Work that a caller passed can throw instead of returning a promise.
      fail(error);
    }
  });
}
