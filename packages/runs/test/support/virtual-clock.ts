import type { Clock } from '@syncline/core';

/** A clock that moves only when a test says so, or when `run` jumps from one timer to the next. */
export class VirtualClock implements Clock {
  #now: number;
  readonly #start: number;
  #timers: { at: number; callback: () => void }[] = [];

  constructor(start = Date.parse('2026-03-02T08:00:00Z')) {
    this.#now = start;
    this.#start = start;
  }

  now(): number {
    return this.#now;
  }

  date(): number {
    return this.#now;
  }

  wait(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** Sets the time, without calling any timer. */
  moveTo(at: number): void {
    this.#now = at;
  }

  get timers(): number {
    return this.#timers.length;
  }

  /** Resolves when so many milliseconds have passed since the clock was made. */
  until(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.wait(this.#start + milliseconds - this.#now, resolve));
  }

  /** Jumps to the next timer again and again until the promise has settled. */
  async run<Value>(promise: Promise<Value>, until = Number.POSITIVE_INFINITY): Promise<Value> {
    let isSettled = false;
    const settled = promise.finally(() => (isSettled = true));
    settled.catch(() => {});
    while (!isSettled) {
      for (let turn = 0; turn < 20 && !isSettled; turn += 1) await Promise.resolve();
      if (isSettled) break;
      const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
      if (next === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      if (next.at > until) throw new Error('the virtual time is over');
      this.#now = Math.max(this.#now, next.at);
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.callback();
    }
    return settled;
  }
}
