import type { Writable } from 'node:stream';

const secondMs = 1000;

/** Receives the progress of a load. */
export interface LoadProgress {
  /** Bytes of the data file that were read so far. The outline of the file is read before its records are loaded. */
  readonly bytes: (count: number) => void;
  /** History records that were loaded so far. */
  readonly records: (count: number) => void;
  readonly end: () => void;
}

/**
 * Reports the progress of a load that takes longer than a second: one line per second, and one at the end.
 *
 * @param now - milliseconds since any fixed moment
 */
export function createLoadProgress(stderr: Writable, now: () => number): LoadProgress {
  const startedMs = now();
  let reportedMs = startedMs;
  let loaded = 0;
  const line = (text: string): void => {
    stderr.write(`syncline-sandbox: ${text} ${((now() - startedMs) / secondMs).toFixed(1)} s\n`);
  };
  const isDue = (): boolean => {
    if (now() - reportedMs < secondMs) return false;
    reportedMs = now();
    return true;
  };
  return {
    bytes(count) {
      if (isDue()) line(`${Math.floor(count / 1_000_000).toLocaleString('en')} MB of the data file read after`);
    },
    records(count) {
      loaded = count;
      if (isDue()) line(`${loaded.toLocaleString('en')} history records loaded after`);
    },
    end() {
      if (reportedMs > startedMs) line(`${loaded.toLocaleString('en')} history records loaded in`);
    },
  };
}
