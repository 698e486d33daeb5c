import { SynclineError, type Transport } from '@syncline/core';

/** Stands for the end of a process: it must reach the test as it is. */
export class Crash extends SynclineError {
  readonly code = 'CRASH';
}

/**
 * Ends a process at one of its calls of the store or the network, before the call does anything or after it has done all. What
 * is called later fails too: a process that has ended does nothing any more.
 */
export class CrashPlan {
  calls = 0;
  readonly #at: number;
  readonly #when: 'before' | 'after';

  /** @param at - the number of the call, from 1; without it, nothing crashes */
  constructor(at = Number.POSITIVE_INFINITY, when: 'before' | 'after' = 'before') {
    this.#at = at;
    this.#when = when;
  }

  async call<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    this.calls += 1;
    const isLast = this.calls === this.#at;
    if (this.calls > this.#at || (isLast && this.#when === 'before')) throw new Crash('before');
    const result = await work();
    if (isLast) throw new Crash('after');
    return result;
  }

  /** The same object, whose asynchronous methods are calls of the process. */
  wrap<Wrapped extends object>(store: Wrapped): Wrapped {
    return Object.fromEntries(
      Object.entries(store).map(([name, method]: [string, unknown]) => [
        name,
        typeof method === 'function'
          ? (...given: unknown[]) => this.call(() => (method as (...all: unknown[]) => Promise<unknown>)(...given))
          : method,
      ]),
    ) as Wrapped;
  }

  transport(transport: Transport): Transport {
    return (url, init) => this.call(() => transport(url, init));
  }
}
