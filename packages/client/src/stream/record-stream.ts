/**
 * Hands out the records of batches one by one. Written by hand and not as a generator, since a record must cost next to nothing:
 * there may be millions.
 *
 * The request is sent when the first record is asked for. Leaving the loop early closes the connection.
 */
export class RecordStream<Item> implements AsyncIterableIterator<Item> {
  readonly #batches: AsyncGenerator<Item[], void>;
  #batch: Item[] = [];
  #next = 0;

  constructor(batches: AsyncGenerator<Item[], void>) {
    this.#batches = batches;
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    if (this.#next < this.#batch.length) {
      return Promise.resolve({ done: false, value: this.#batch[this.#next++] as Item });
    }
    return this.#nextBatch();
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#batch = [];
    this.#next = 0;
    await this.#batches.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #nextBatch(): Promise<IteratorResult<Item, undefined>> {
    do {
      const { done, value } = await this.#batches.next();
      if (done) return { done: true, value: undefined };
      this.#batch = value;
      this.#next = 0;
    } while (this.#batch.length === 0);
    return { done: false, value: this.#batch[this.#next++] as Item };
  }
}
