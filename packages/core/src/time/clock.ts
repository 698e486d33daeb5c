/** Time and its passing, replaceable so that a test can control both. */
export interface Clock {
  /** Milliseconds on a monotonic clock, which a change of the wall clock does not move */
  now(): number;
  /** Milliseconds since 1970 on the wall clock, for dates in `Retry-After` */
  date(): number;
  /** Calls back after the given milliseconds, unless the returned function is called first */
  wait(milliseconds: number, callback: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  wait: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Runs work under a time limit: the one place where Syncline does that. The promise settles with the work, with `timeoutError()`
 * once the time is up, or with the error given to `interrupt`, whichever comes first; work that is left behind goes on unobserved. No
 * timer outlives the promise.
 *
 * @param work - is handed `interrupt`, which ends the wait at once from outside
 * @param timeoutError - creates the error, and cancels what the work has under way
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
    work(fail).then((value) => {
      cancelTimer();
      resolve(value);
    }, fail);
  });
}
