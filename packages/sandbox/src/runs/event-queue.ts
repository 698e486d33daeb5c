/** A priority queue of events, ordered by time. Events with the same time keep the order in which they were added. */
export interface EventQueue<T> {
  add(at: number, event: T): void;
  /** The time of the next event, or Infinity. */
  nextTime(): number;
  /** Removes the next event. */
  take(): T | undefined;
}

interface Slot<T> {
  readonly at: number;
  readonly rank: number;
  readonly event: T;
}

/**
 * Creates an empty queue (a binary heap).
 *
 * @example
 * const queue = createEventQueue<string>();
 * queue.add(2, 'later');
 * queue.add(1, 'sooner');
 * queue.take(); // 'sooner'
 */
export function createEventQueue<T>(): EventQueue<T> {
  const heap: Slot<T>[] = [];
  let rank = 0;
  const isBefore = (a: Slot<T>, b: Slot<T>): boolean => a.at < b.at || (a.at === b.at && a.rank < b.rank);

  const siftDown = (slot: Slot<T>): void => {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (isBefore(slot, heap[child]!)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = slot;
  };

  return {
    add(at, event) {
      const slot = { at, rank: rank++, event };
      let index = heap.length;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (isBefore(heap[parent]!, slot)) break;
        heap[index] = heap[parent]!;
        index = parent;
      }
      heap[index] = slot;
    },
    nextTime: () => heap[0]?.at ?? Number.POSITIVE_INFINITY,
    take() {
      const first = heap[0];
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) siftDown(last);
      return first?.event;
    },
  };
}
