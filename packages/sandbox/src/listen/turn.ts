/** Taken when this is loaded: somebody who fakes the timers of a test means the test's own. */
const { setImmediate } = globalThis;

/** What one turn of the event loop brings, put together. */
export interface Turn<T> {
  add(item: T): void;
  /** Delivers at once what has come so far. */
  flush(): void;
}

/** Delivers what was added, in its order, once everything that had come in by this turn of the event loop was seen to. */
export function createTurn<T>(deliver: (items: readonly T[]) => void): Turn<T> {
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
