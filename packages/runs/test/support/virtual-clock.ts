import type { Clock } from '@syncline/core/internal';
import type { RunSource } from '../../src/index.ts';

/** A clock that moves only when a test moves it, or when `run` jumps from one timer to the next. */
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

  /** Sets the time without calling any timers. */
  moveTo(at: number): void {
    this.#now = at;
  }

  /** The number of requests in progress. They take real time, so this clock stands still meanwhile. */
  #requests = 0;
  #waiting: (() => void)[] = [];

  /** Calls a function when no request is in progress, either now or later. */
  protected whenIdle(resume: () => void): void {
    if (this.#requests === 0) resume();
    else this.#waiting.push(resume);
  }

  #count(more: 1 | -1): void {
    this.#requests += more;
    if (this.#requests === 0) for (const resume of this.#waiting.splice(0)) setImmediate(resume);
  }

  /** Wraps a source over HTTP, so that its requests take no time on this clock. */
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

  /** Resolves when this many milliseconds have passed since the clock was created. */
  until(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.wait(this.#start + milliseconds - this.#now, resolve));
  }

  /** Jumps from timer to timer until the promise has settled. */
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
