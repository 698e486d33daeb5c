/**
 * Keeps waits without a timer alive: a Request forwards the abort of its signal only while something references the
 * Request.
 */
const waiting = new Set<() => void>();

/**
 * Waits this long, or forever when `ms` is undefined.
 *
 * @throws the signal's reason when it aborts
 */
export function wait(ms: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    signal.addEventListener('abort', stop, { once: true });
    waiting.add(stop);
    function done(): void {
      signal.removeEventListener('abort', stop);
      waiting.delete(stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      waiting.delete(stop);
      reject(signal.reason as Error);
    }
  });
}
