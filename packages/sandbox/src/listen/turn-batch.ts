/** Captured on load: a test that installs fake timers must not change the timers of the sandbox. */
const { setImmediate } = globalThis;

/** Items that were added in one turn of the event loop. */
export interface TurnBatch<T> {
  add(item: T): void;
  /** Delivers the waiting items immediately. */
  flush(): void;
}

/**
 * Delivers the added items in order, after everything that arrived in this turn of the event loop has been handled.
 */
export function createTurnBatch<T>(deliver: (items: readonly T[]) => void): TurnBatch<T> {
  let items: T[] = [];
  const flush = (): void => {
    if (items.length === 0) return;
    const all = items;
    items = [];
    deliver(all);
  };
  return {
    add(item) {
      if (items.push(item) === 1) setImmediate(flush);
    },
    flush,
  };
}
