/**
 * Yields the records of batches one by one. It is not a generator, because there may be millions of records and a
 * generator costs more for each of them.
 *
 * The request is sent when the first record is requested. Leaving the loop early closes the connection, at once also
 * while a record is awaited.
 */
export class RecordStream<Item> implements AsyncIterator<Item, undefined> {
  readonly #batches: AsyncGenerator<Item[], void>;
  readonly #leaving = new AbortController();
  #isLeft = false;
  /** In reverse order, so that each record is removed from the batch when it is returned */
  #batch: Item[] = [];
  #coming: Promise<boolean> | undefined;

  /** @param createBatches - receives what ends its call, whatever the call is waiting for, when the loop is left */
  constructor(createBatches: (leaving: AbortController) => AsyncGenerator<Item[], void>) {
    this.#batches = createBatches(this.#leaving);
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    return this.#batch.length > 0 ? Promise.resolve(this.#take()) : this.#takeLater();
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#batch = [];
    this.#isLeft = true;
    this.#leaving.abort();
    await this.#batches.return();
    return { done: true, value: undefined };
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
      // With a reason: without one, the platform creates an error with a stack, which takes longer than reading a record.
      if (done) this.#leaving.abort(done);
      this.#batch = done || this.#isLeft ? [] : value.reverse();
      return !done && !this.#isLeft;
    } catch (error) {
      this.#leaving.abort();
      if (this.#isLeft) return false;
      throw error;
    } finally {
      this.#coming = undefined;
    }
  }
}
