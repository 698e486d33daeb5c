import type { TransportStop } from './response.ts';

/** Ends one attempt wherever it is. The platform's signal is dear: it is made for those only who ask for it. */
export class Stopper implements TransportStop {
  reason: unknown;
  onStop: ((reason: unknown) => void) | undefined;
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.reason !== undefined) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }

  stop(reason: unknown): void {
    this.reason = reason;
    this.onStop?.(reason);
    this.#controller?.abort(reason);
  }
}
