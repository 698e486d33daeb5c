import type { Dispatcher } from 'undici';

/**
 * The dispatcher of one transport, whose code starts to load with the transport: loading undici takes longer than
 * everything else in this package, and programs import the transport that never use it. Requests wait for it, and keep
 * their order.
 */
export class LazyDispatcher {
  readonly #loading: Promise<Dispatcher>;
  #loaded: Dispatcher | undefined;

  constructor(load: () => Promise<Dispatcher>) {
    this.#loading = load();
    // Each request reports the error of loading.
    this.#loading.then(
      (dispatcher) => {
        this.#loaded = dispatcher;
      },
      () => {},
    );
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    if (this.#loaded !== undefined) this.#loaded.dispatch(options, handler);
    else
      this.#loading
        .then((dispatcher) => dispatcher.dispatch(options, handler))
        .catch((error: Error) => handler.onResponseError?.(undefined as never, error));
  }

  /** Closes the connections without waiting, and gives up those that are being established. */
  destroy(): void {
    this.#loading.then(
      (dispatcher) => dispatcher.destroy(),
      () => {},
    );
  }

  /** Waits for the current requests, then closes the connections. */
  async close(): Promise<void> {
    await this.#loading.then(
      (dispatcher) => dispatcher.close(),
      () => {},
    );
  }
}
