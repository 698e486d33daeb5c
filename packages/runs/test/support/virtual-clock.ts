import type { Clock } from '@syncline/core';
import type { RunSource } from '../../src/index.ts';

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

  /** Requests that are on their way. Their time is real, so none of this clock passes. */
  #requests = 0;
  #waiting: (() => void)[] = [];

  /** Calls a function when no request is on its way: now, or later. */
  protected whenIdle(resume: () => void): void {
    if (this.#requests === 0) resume();
    else this.#waiting.push(resume);
  }

  #count(more: 1 | -1): void {
    this.#requests += more;
    if (this.#requests === 0) for (const resume of this.#waiting.splice(0)) setImmediate(resume);
  }

  /** A source over HTTP, whose requests take no time of this clock. */
  timeless<Item>(source: RunSource<Item>): RunSource<Item> {
    return {
      kind: source.kind,
      read: async (query) => {
        this.#count(1);
        const beforeRequest = async (): Promise<void> => {
          this.#count(-1);
          await query.beforeRequest?.();
          this.#count(1);
        };
        try {
          return await source.read({ ...query, beforeRequest });
        } finally {
          this.#count(-1);
        }
      },
    };
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
      if (next === undefined || this.#requests > 0) {
        await new Promise<void>((resolve) => setImmediate(() => this.whenIdle(resolve)));
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
