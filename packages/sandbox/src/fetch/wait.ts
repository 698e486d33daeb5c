/** A Request forwards its caller's abort only while it lives, and a wait without a timer is held by nothing else. */
const waiting = new Set<() => void>();

/**
 * Waits so long, or for ever.
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
