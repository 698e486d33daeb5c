import { onTestFinished, vi } from 'vitest';

/**
 * Stops `setTimeout` and `performance.now` for the rest of the test. Sockets and `setImmediate` still work in real
 * time.
 */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits until pending input and output is done, without moving the stopped clock. */
export async function settleIo(turns = 30): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Moves the stopped clock by a millisecond at a time until the promise settles. Returns how many it took. */
export async function millisecondsUntil(promise: Promise<unknown>): Promise<number> {
  let settled = false;
  const settle = (): void => void (settled = true);
  promise.then(settle, settle);
  for (let milliseconds = 0; ; milliseconds++) {
    await settleIo(3);
    if (settled) return milliseconds;
    vi.advanceTimersByTime(1);
  }
}
