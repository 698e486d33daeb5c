/** Names by moment, the earliest first: a binary heap. A name may be there several times. */
export class MomentHeap {
  readonly #items: { readonly at: number; readonly name: string }[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** Replaces all names. */
  fill(items: Iterable<{ readonly due: number; readonly job: string }>): void {
    this.#items.length = 0;
    for (const { due, job } of items) if (due !== Number.POSITIVE_INFINITY) this.push(due, job);
  }

  push(at: number, name: string): void {
    const items = this.#items;
    let index = items.length;
    items.push({ at, name });
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (items[parent]!.at <= at) break;
      items[index] = items[parent]!;
      index = parent;
    }
    items[index] = { at, name };
  }

  /** Removes the earliest name whose moment has come; undefined if there is none. */
  pop(now: number): string | undefined {
    const items = this.#items;
    const [first] = items;
    if (first === undefined || first.at > now) return undefined;
    const last = items.pop()!;
    if (items.length === 0) return first.name;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child + 1 < items.length && items[child + 1]!.at < items[child]!.at) child += 1;
      if (child >= items.length || items[child]!.at >= last.at) break;
      items[index] = items[child]!;
      index = child;
    }
    items[index] = last;
    return first.name;
  }
}
