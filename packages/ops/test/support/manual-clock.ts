import type { Clock } from '@syncline/core/internal';

/** A clock that moves only when a test advances it. */
export class ManualClock implements Clock {
  #now: number;
  #timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  #added: () => void = () => undefined;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  date(): number {
    return this.#now;
  }

  wait(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    this.#added();
    return () => void this.#timers.delete(timer);
  }

  /** Resolves when a timer is due exactly this many milliseconds from now. */
  awaited(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    return this.#waits((at) => at === until);
  }

  /** Resolves when a timer is due within this many milliseconds. */
  awaitedWithin(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    return this.#waits((at) => at <= until);
  }

  async #waits(fits: (at: number) => boolean): Promise<void> {
    while (![...this.#timers].some(({ at }) => fits(at)))
      await new Promise<void>((resolve) => {
        this.#added = resolve;
      });
  }

  /** Moves the time forward and calls the timers that are due. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of [...this.#timers].sort((one, other) => one.at - other.at))
      if (timer.at <= this.#now && this.#timers.delete(timer)) timer.callback();
  }
}
