/** One piece of work that many wait for. A waiter that gives up frees itself; when the last one has, the work is aborted. */
export class Flight<T> {
  readonly promise: Promise<T>;
  readonly #controller = new AbortController();
  readonly #background: boolean;
  #waiters = 0;

  /** @param background The work is wanted even when nobody waits for it. */
  constructor(work: (signal: AbortSignal) => Promise<T>, background: boolean) {
    this.#background = background;
    this.promise = work(this.#controller.signal);
    // Every waiter hears of a failure; without one it is no unhandled rejection.
    this.promise.catch(() => {});
  }

  /** @throws the signal's reason as soon as it is aborted, and whatever the work throws. */
  wait(signal: AbortSignal | undefined): Promise<T> {
    this.#waiters++;
    if (!signal) return this.promise;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason);
        this.#waiters--;
        this.abandon();
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  /** Whether nobody wants the work any more. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Ends the work unless somebody waits for it, or it is `background` and not superseded. */
  abandon(superseded = false): void {
    if (this.#waiters === 0 && (superseded || !this.#background)) this.#controller.abort();
  }
}
