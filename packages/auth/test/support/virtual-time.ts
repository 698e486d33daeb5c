// A call loads it when it needs it. It is here already, so that no limit passes while it loads.
import '@syncline/core/retry-after';
import type { Clock } from '@syncline/core';

/**
 * A clock that a test moves, and a constant in place of random numbers. Pauses take no time and are counted: they end
 * in the same turn, and the clock has moved on by then. Time limits (those of a store, an attempt, a lease: a second,
 * or ten seconds and more) stay pending, so that nothing ever fails because real time passed; `expire` lets those pass that
 * are at most so long.
 */
export function virtualTime(randomNumber = 0.5) {
  const slept: number[] = [];
  const limits = new Map<() => void, number>();
  const time = {
    nowMs: 1_000_000,
    slept,
    /** Whether a pause leaves the clock where it is, and ends when everything that is ready has run */
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
