/** How many milliseconds pass in one turn of the event loop. */
const step = 50;

/** A timer that ends after a number of turns. It has the methods of `Timeout` that Node's libraries call. */
class TurnTimer {
  due = 0;
  isReferenced = true;
  readonly run: () => void;
  readonly #milliseconds: number;
  readonly #time: TurnTime;

  constructor(time: TurnTime, milliseconds: number, run: () => void) {
    this.#time = time;
    this.#milliseconds = milliseconds;
    this.run = run;
    this.refresh();
  }

  refresh(): this {
    this.due = this.#time.passed + Math.max(1, this.#milliseconds);
    this.#time.add(this);
    return this;
  }
  ref(): this {
    this.isReferenced = true;
    this.#time.add(this);
    return this;
  }
  unref(): this {
    this.isReferenced = false;
    this.#time.keepOpen();
    return this;
  }
  hasRef(): boolean {
    return this.isReferenced;
  }
  close(): this {
    this.#time.remove(this);
    return this;
  }
}

/** Counts the turns of the event loop while a timer is pending. */
class TurnTime {
  passed = 0;
  readonly #setTimeout = globalThis.setTimeout;
  readonly #pending = new Set<TurnTimer>();
  #next: NodeJS.Timeout | undefined;

  add(timer: TurnTimer): void {
    this.#pending.add(timer);
    this.#schedule();
  }

  remove(timer: TurnTimer): void {
    this.#pending.delete(timer);
    this.keepOpen();
  }

  /** Keeps the process running while a referenced timer is pending. */
  keepOpen(): void {
    if ([...this.#pending].some(({ isReferenced }) => isReferenced)) this.#next?.ref();
    else this.#next?.unref();
  }

  #turn(): void {
    this.#next = undefined;
    this.passed += step;
    const due = [...this.#pending].filter((timer) => timer.due <= this.passed);
    for (const timer of due.sort((left, right) => left.due - right.due)) {
      // An earlier timer may have ended or restarted this one.
      if (!this.#pending.has(timer) || timer.due > this.passed) continue;
      this.#pending.delete(timer);
      timer.run();
    }
    if (this.#pending.size > 0) this.#schedule();
  }

  #schedule(): void {
    // Data that has arrived is read before an immediate runs, however long the loop was busy.
    this.#next ??= this.#setTimeout(() => setImmediate(() => this.#turn()), 1);
    this.keepOpen();
  }
}

/**
 * Makes time pass with the turns of the event loop instead of the wall clock. A time limit of a minute takes 1,200
 * turns, which take about two seconds. A busy machine takes longer but gets the same results, because timers do not end
 * before data that arrived in the meantime has been read.
 *
 * @returns a function that restores the clocks and timers
 */
export function countTurns(): () => void {
  const { setTimeout, clearTimeout } = globalThis;
  const time = new TurnTime();
  const clocks = [Date, performance].map((clock) => ({ clock, own: clock.now, began: clock.now() }));
  for (const { clock, began } of clocks) clock.now = () => began + time.passed;
  globalThis.setTimeout = Object.assign(
    (run: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
      new TurnTimer(time, milliseconds, () => run(...args)),
    setTimeout,
  ) as unknown as typeof setTimeout;
  globalThis.clearTimeout = ((timer: NodeJS.Timeout | TurnTimer | undefined) => {
    if (timer instanceof TurnTimer) timer.close();
    else clearTimeout(timer);
  }) as typeof clearTimeout;
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    for (const { clock, own } of clocks) clock.now = own;
  };
}
