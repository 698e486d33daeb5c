/**
 * Cancels one attempt, whatever it is waiting for. It does what an `AbortSignal` does at a fraction of the cost, and
 * creates the platform's signal only when `signal` is read.
 *
 * @example
 * ```ts
 * import { Cancellation } from '@syncline/core/internal';
 *
 * const cancellation = new Cancellation();
 * cancellation.onCancel = (reason) => console.log(reason);
 * cancellation.cancel('too late'); // prints "too late"
 * ```
 */
export class Cancellation {
  /** Why the attempt was cancelled; undefined if it was not cancelled */
  reason: unknown;
  /**
   * Stops the work that is under way, and fails it with the reason. Set by the code that does the work; called at most
   * once
   */
  onCancel: ((reason: unknown) => void) | undefined;
  #controller: AbortController | undefined;

  /** The same as the platform's signal, aborted with the same reason */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.reason !== undefined) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }

  /** Cancels the attempt. Only the first call has an effect. */
  cancel(reason: unknown): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.onCancel?.(reason);
    this.#controller?.abort(reason);
  }
}
