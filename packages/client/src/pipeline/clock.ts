/** Time and its passing, so that a test can hold both in its hand. */
export interface Clock {
  /** Milliseconds on a clock that never goes back */
  now(): number;
  /** Milliseconds since 1970, for dates in `Retry-After` */
  date(): number;
  /** Calls back after the given milliseconds, unless the returned function is called before */
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
