/** Captured on load: a test that fakes its timers means its own, not the sandbox's. */
const { setImmediate } = globalThis;

/** Items that were added in one turn of the event loop. */
export interface TurnBatch<T> {
  add(item: T): void;
  /** Delivers the waiting items at once. */
  flush(): void;
}

/**
 * Delivers the added items, in their order, after everything that arrived in this turn of the event loop was handled.
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
