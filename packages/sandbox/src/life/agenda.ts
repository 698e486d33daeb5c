/** Entries ordered by time, and by the order of adding where times are equal: a binary heap. */
export interface Agenda<T> {
  add(at: number, entry: T): void;
  /** The time of the first entry, or Infinity. */
  due(): number;
  /** Takes the first entry out. */
  take(): T | undefined;
}

interface Slot<T> {
  readonly at: number;
  readonly rank: number;
  readonly entry: T;
}

/**
 * An agenda without entries.
 *
 * @example
 * const agenda = createAgenda<string>();
 * agenda.add(2, 'later');
 * agenda.add(1, 'sooner');
 * agenda.take(); // 'sooner'
 */
export function createAgenda<T>(): Agenda<T> {
  const heap: Slot<T>[] = [];
  let rank = 0;
  const before = (a: Slot<T>, b: Slot<T>): boolean => a.at < b.at || (a.at === b.at && a.rank < b.rank);

  const sink = (slot: Slot<T>): void => {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
      if (before(slot, heap[child]!)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = slot;
  };

  return {
    add(at, entry) {
      const slot = { at, rank: rank++, entry };
      let index = heap.length;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (before(heap[parent]!, slot)) break;
        heap[index] = heap[parent]!;
        index = parent;
      }
      heap[index] = slot;
    },
    due: () => heap[0]?.at ?? Number.POSITIVE_INFINITY,
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) sink(last);
      return first?.entry;
    },
  };
}
