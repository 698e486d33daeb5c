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

/** The maximum delay of a timer, in milliseconds. */
const longest = 2_147_483_647;

/** Waits a number of milliseconds. An aborted signal ends the pause early, without an error. */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', wake);
      cancel();
      resolve();
    };
    const cancel = clock.wait(Math.min(milliseconds, longest), wake);
    signal?.addEventListener('abort', wake);
    if (signal?.aborted) wake();
  });
}

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

/**
 * Cancels one attempt, whatever it is waiting for. It does what an `AbortSignal` does at a fraction of the cost, and
 * creates the platform's signal only when `signal` is read.
 *
 * @example
 * ```ts
 * import { Cancellation } from '@syncline/core/internal';
 *
 * const cancellation = new Cancellation();
 * cancellation.onCancel = (reason) => console.log(reason);
 * cancellation.cancel('too late'); // prints "too late"
 * ```
 */
export class Cancellation {
  /** Why the attempt was cancelled; undefined if it was not cancelled */
  reason: unknown;
  /**
   * Stops the work that is under way, and fails it with the reason. Set by the code that does the work; called at most
   * once
   */
  onCancel: ((reason: unknown) => void) | undefined;
  #controller: AbortController | undefined;

  /** The same as the platform's signal, aborted with the same reason */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.reason !== undefined) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }

  /** Cancels the attempt. Only the first call has an effect. */
  cancel(reason: unknown): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.onCancel?.(reason);
    this.#controller?.abort(reason);
  }
}
