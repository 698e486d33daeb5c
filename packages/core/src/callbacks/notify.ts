/**
 * Calls a listener that the caller handed over. Its failure harms nobody: what it throws is ignored, and so is the
 * rejection of an `async` listener, which would otherwise end the process.
 */
export function notify<Event>(listener: (event: Event) => unknown, event: Event): void {
  try {
    const result = listener(event) as { then?: unknown } | null | undefined;
    if (typeof result?.then === 'function') result.then(undefined, () => {});
  } catch {
    // The documentation of each listener says that errors are ignored.
  }
}
