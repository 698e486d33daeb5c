import type { BodySource } from './body-source.ts';

/** A body that can be read while it arrives, by iteration or with the reader of a `ReadableStream`. */
export class NodeBody implements AsyncIterable<Uint8Array> {
  readonly #take: () => BodySource;

  constructor(take: () => BodySource) {
    this.#take = take;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return this.#take();
  }

  getReader(): {
    read(): Promise<IteratorResult<Uint8Array, undefined>>;
    cancel(): Promise<void>;
    releaseLock(): void;
  } {
    const source = this.#take();
    return {
      read: () => source.next(),
      cancel: async () => {
        await source.return();
      },
      releaseLock() {},
    };
  }
}
