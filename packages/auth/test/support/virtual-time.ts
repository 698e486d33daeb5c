// A call loads these modules on demand. They are loaded here in advance, so that no time limit passes while they load.
import '@syncline/core/retry-after';
import '../../src/client-credentials/token-exchange.ts';
import type { Clock } from '@syncline/core/internal';

/**
 * A clock that a test moves, and a constant in place of random numbers. Pauses take no real time and are recorded. A
 * pause ends in the same turn and moves the clock by its length. Time limits (of a store, an attempt or a lease:
 * exactly one second, or at least ten seconds) stay pending, so that nothing fails because real time passed. `expire`
 * ends all pending limits up to the given length.
 */
export function virtualTime(randomNumber = 0.5) {
  const slept: number[] = [];
  const limits = new Map<() => void, number>();
  const time = {
    nowMs: 1_000_000,
    slept,
    /** If set, a pause does not move the clock, and ends after everything that is ready has run */
    isStill: false,
    expire: (longest = Number.POSITIVE_INFINITY) => {
      for (const [callback, milliseconds] of limits) {
        if (milliseconds <= longest && limits.delete(callback)) callback();
      }
    },
  };
  const clock: Clock = {
    now: () => time.nowMs,
    date: () => Date.now(),
    wait: (milliseconds, callback) => {
      if (milliseconds === 1_000 || milliseconds >= 10_000) {
        limits.set(callback, milliseconds);
        return () => limits.delete(callback);
      }
      slept.push(milliseconds);
      let isCancelled = false;
      const end = () => {
        if (isCancelled) return;
        if (!time.isStill) time.nowMs += milliseconds;
        callback();
      };
      if (time.isStill) setImmediate(end);
      else queueMicrotask(end);
      return () => {
        isCancelled = true;
      };
    },
  };
  const options = { clock, random: () => randomNumber };
  return { ...options, time, options };
}
