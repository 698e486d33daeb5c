/**
 * Yields the records of batches one by one. It is not a generator, because there may be millions of records and a
 * generator costs more for each of them.
 *
 * The request is sent when the first record is requested. Leaving the loop early closes the connection.
 */
export class RecordStream<Item> implements AsyncIterableIterator<Item> {
  readonly #batches: AsyncGenerator<Item[], void>;
  /** In reverse order, so that each record is removed from the batch when it is returned */
  #batch: Item[] = [];
  #coming: Promise<boolean> | undefined;

  constructor(batches: AsyncGenerator<Item[], void>) {
    this.#batches = batches;
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    return this.#batch.length > 0 ? Promise.resolve(this.#take()) : this.#takeLater();
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#batch = [];
    await this.#batches.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): IteratorYieldResult<Item> {
    return { done: false, value: this.#batch.pop() as Item };
  }

  /** Concurrent callers wait for the same batch, so that no record is skipped. */
  async #takeLater(): Promise<IteratorResult<Item, undefined>> {
    while (this.#batch.length === 0) {
      if (!(await (this.#coming ??= this.#receive()))) return { done: true, value: undefined };
    }
    return this.#take();
  }

  /** Whether there was another batch. */
  async #receive(): Promise<boolean> {
    try {
      const { done, value } = await this.#batches.next();
      this.#batch = done ? [] : value.reverse();
      return !done;
    } finally {
      this.#coming = undefined;
    }
  }
}
