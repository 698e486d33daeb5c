/**
 * Cancels one attempt wherever it is. It does what an `AbortSignal` does at a fraction of its cost; the platform's signal is created
 * only for those who ask for it.
 */
export class Cancellation {
  /** Why the attempt was cancelled; undefined as long as it was not */
  reason: unknown;
  /** Set by whoever has work under way: called at most once, to stop that work and fail with the reason */
  onCancel: ((reason: unknown) => void) | undefined;
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.reason !== undefined) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }

  cancel(reason: unknown): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.onCancel?.(reason);
    this.#controller?.abort(reason);
  }
}
