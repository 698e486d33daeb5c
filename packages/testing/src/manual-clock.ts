import type { Clock } from '@syncline/core/internal';

interface Timer {
  /** When it is due, on the monotonic clock */
  readonly at: number;
  readonly callback: () => void;
}

/**
 * A clock that stands still until a test moves it. The monotonic clock begins at 0, so that code which mixes the two
 * clocks fails.
 *
 * - `pass` and `moveTo` move the time without calling a timer,
 * - `step` ends the earliest timer, `advance` all that are due,
 * - `run` steps from timer to timer until a promise has settled.
 */
export class ManualClock implements Clock {
  /** The length of every wait, in order */
  readonly waits: number[] = [];
  /** The waits that have not ended */
  readonly pending = new Set<Timer>();
  readonly #start: number;
  #passed = 0;
  #added: () => void = () => {};
  /** The number of requests in progress. They take real time, so `run` stands still meanwhile. */
  #requests = 0;
  /** The microtasks since a request began or ended. What it resolves takes some. */
  #quiet = 0;
  #idle: (() => void)[] = [];

  /** @param start - milliseconds since 1970 */
  constructor(start = Date.parse('2026-03-02T08:00:00Z')) {
    this.#start = start;
  }

  now(): number {
    return this.#passed;
  }

  date(): number {
    return this.#start + this.#passed;
  }

  wait(milliseconds: number, callback: () => void): () => void {
    this.waits.push(milliseconds);
    const timer = { at: this.#passed + milliseconds, callback };
    this.pending.add(timer);
    this.#added();
    return () => void this.pending.delete(timer);
  }

  /** Moves the time forward without ending a wait. */
  pass(milliseconds: number): void {
    this.#passed += milliseconds;
  }

  /** Sets the time, also backwards, without ending a wait. @param date - milliseconds since 1970 */
  moveTo(date: number): void {
    this.#passed = date - this.#start;
  }

  /** Moves the time forward to the end of the earliest wait, and ends it. @returns false if nothing waits */
  step(): boolean {
    const [first] = this.#inOrder();
    if (first === undefined) return false;
    this.pending.delete(first);
    this.#passed = Math.max(this.#passed, first.at);
    first.callback();
    return true;
  }

  /** Moves the time forward, and ends the waits that are due. */
  advance(milliseconds: number): void {
    this.#passed += milliseconds;
    for (const timer of this.#inOrder()) if (timer.at <= this.#passed && this.pending.delete(timer)) timer.callback();
  }

  /** Resolves when a timer is due exactly this many milliseconds from now. */
  awaited(milliseconds: number): Promise<void> {
    const until = this.#passed + milliseconds;
    return this.#awaits((at) => at === until);
  }

  /** Resolves when a timer is due within this many milliseconds. */
  awaitedWithin(milliseconds: number): Promise<void> {
    const until = this.#passed + milliseconds;
    return this.#awaits((at) => at <= until);
  }

  /** Resolves when this many milliseconds have passed since the clock was created. */
  until(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.wait(milliseconds - this.#passed, resolve));
  }

  /**
   * Steps from timer to timer until the promise has settled.
   *
   * @param until - milliseconds since 1970, after which a timer is an error
   */
  async run<Value>(promise: Promise<Value>, until = Number.POSITIVE_INFINITY): Promise<Value> {
    let isSettled = false;
    const end = promise.finally(() => (isSettled = true));
    end.catch(() => {});
    while (!isSettled) {
      for (this.#quiet = 0; this.#quiet < 20 && !isSettled; this.#quiet += 1) await Promise.resolve();
      if (isSettled) break;
      const [next] = this.#inOrder();
      if (next === undefined || this.#requests > 0) {
        await new Promise<void>((resolve) => setImmediate(() => this.whenIdle(resolve)));
        continue;
      }
      if (this.#start + next.at > until) throw new Error('the virtual time is over');
      this.step();
    }
    return end;
  }

  /** Wraps a source over HTTP, so that its requests take no time on this clock. */
  timeless<Source extends { readonly read: (query: never) => Promise<unknown> }>(source: Source): Source {
    const read = async (query: { readonly beforeRequest?: () => Promise<void> }): Promise<unknown> => {
      this.#count(1);
      const beforeRequest = async (): Promise<void> => {
        this.#count(-1);
        await query.beforeRequest?.();
        this.#count(1);
      };
      try {
        return await source.read({ ...query, beforeRequest } as never);
      } finally {
        this.#count(-1);
      }
    };
    return { ...source, read };
  }

  /** Calls a function when no request is in progress, either now or later. */
  protected whenIdle(resume: () => void): void {
    if (this.#requests === 0) resume();
    else this.#idle.push(resume);
  }

  #count(more: 1 | -1): void {
    this.#requests += more;
    this.#quiet = 0;
    if (this.#requests === 0) for (const resume of this.#idle.splice(0)) setImmediate(resume);
  }

  #inOrder(): readonly Timer[] {
    return [...this.pending].sort((left, right) => left.at - right.at);
  }

  async #awaits(fits: (at: number) => boolean): Promise<void> {
    while (![...this.pending].some(({ at }) => fits(at)))
      await new Promise<void>((resolve) => {
        this.#added = resolve;
      });
  }
}

/** A manual clock as an object whose functions a test can take out. */
export function createManualClock() {
  const clock = new ManualClock(Date.parse('2026-06-01T00:00:00Z'));
  return {
    clock: {
      now: () => clock.now(),
      date: () => clock.date(),
      wait: (milliseconds: number, callback: () => void) => clock.wait(milliseconds, callback),
    } satisfies Clock,
    waits: clock.waits,
    pending: clock.pending as Set<{ readonly at: number; readonly callback: () => void }>,
    /** Moves the time forward without ending a wait */
    advance: (milliseconds: number) => clock.pass(milliseconds),
    /** Moves the time forward to the end of the earliest wait, and ends it. Returns false if nothing waits */
    step: () => clock.step(),
  };
}
