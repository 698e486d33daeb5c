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
