import type { Clock } from '@syncline/core/internal';
import { sleep } from '../time/sleep.ts';

const minute = 60_000;

/** Counts requests, and delays those that would exceed the limit per minute. */
export class RequestBudget {
  readonly #clock: Clock;
  readonly #perMinute: number;
  /** When the requests of the last minute were sent, by the monotonic clock, oldest first */
  #sent: number[] = [];

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  /** Waits until a request may be sent, and counts it. @throws the reason of the signal if that is aborted */
  async take(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const now = this.#clock.now();
      this.#sent = this.#sent.filter((at) => now - at < minute);
      const [oldest] = this.#sent;
      if (oldest === undefined || this.#sent.length < this.#perMinute) {
        this.#sent.push(now);
        return;
      }
      await sleep(this.#clock, oldest + minute - now, signal);
    }
  }
}
