interface Slot<Event> {
  readonly at: number;
  readonly rank: number;
  readonly event: Event;
}

/**
 * Events by time, the earliest first, and those with the same time in the order in which they were added: a binary heap.
 *
 * @example
 * ```ts
 * import { EventQueue } from '@syncline/core/internal';
 *
 * const queue = new EventQueue<string>();
 * queue.add(2, 'later');
 * queue.add(1, 'sooner');
 * queue.take(); // 'sooner'
 * ```
 */
export class EventQueue<Event> {
  readonly #heap: Slot<Event>[] = [];
  #rank = 0;

  get size(): number {
    return this.#heap.length;
  }

  add(at: number, event: Event): void {
    const heap = this.#heap;
    const slot = { at, rank: this.#rank++, event };
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      // What was added before comes first.
      if (heap[parent]!.at <= at) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = slot;
  }

  /** The time of the next event, or Infinity. */
  nextTime(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Removes the next event. */
  take(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first?.event;
    let index = 0;
    for (let child = 1; child < heap.length; child = 2 * index + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (isBefore(last, heap[child]!)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
    return first?.event;
  }

  clear(): void {
    this.#heap.length = 0;
  }
}

function isBefore(left: Slot<unknown>, right: Slot<unknown>): boolean {
  return left.at < right.at || (left.at === right.at && left.rank < right.rank);
}
