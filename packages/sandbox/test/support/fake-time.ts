import { onTestFinished, vi } from 'vitest';

/**
 * Stops `setTimeout` and `performance.now` of the sandbox for the rest of the test. Sockets and `setImmediate` stay
 * real.
 */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Lets pending input and output happen, without any time passing. */
export async function settleIo(turns = 30): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Advances stopped time, a millisecond at a time, until the promise settles. Returns the milliseconds. */
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
