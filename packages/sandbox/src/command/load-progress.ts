import type { Writable } from 'node:stream';

const secondMs = 1000;

/**
 * Reports the progress of a load that takes over a second: a line each second, and one at the end.
 *
 * @param now - milliseconds, from any moment
 */
export function createLoadProgress(
  stderr: Writable,
  now: () => number,
): { readonly report: (records: number) => void; readonly end: () => void } {
  const startedMs = now();
  let reportedMs = startedMs;
  let loaded = 0;
  const line = (text: string): void => {
    const seconds = ((now() - startedMs) / secondMs).toFixed(1);
    stderr.write(`syncline-sandbox: ${loaded.toLocaleString('en')} history records ${text} ${seconds} s\n`);
  };
  return {
    report(records) {
      loaded = records;
      if (now() - reportedMs < secondMs) return;
      reportedMs = now();
      line('loaded after');
    },
    end() {
      if (reportedMs > startedMs) line('loaded in');
    },
  };
}
