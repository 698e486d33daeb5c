import { SynclineError } from '@syncline/core/internal';

/** Represents the end of a process. It must reach the test unchanged. */
export class Crash extends SynclineError {
  readonly code = 'CRASH';
}

/**
 * Ends a process at one of its calls to a store, a source or the network, either before the call does anything or after
 * it has finished. All later calls fail too, because a process that has ended does nothing more.
 */
export class CrashPlan {
  calls = 0;
  readonly #at: number;
  readonly #when: 'before' | 'after';

  /** @param at - the number of the call, starting at 1. Without it, nothing crashes */
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

  /** A function each of whose calls counts as a call of the process. */
  wrapFunction<Given extends readonly unknown[], Result>(
    work: (...given: Given) => PromiseLike<Result>,
  ): (...given: Given) => Promise<Result> {
    return (...given) => this.call(() => work(...given));
  }

  /** A copy of a store or a source in which each method counts as a call of the process. */
  wrap<Wrapped extends object>(wrapped: Wrapped): Wrapped {
    return Object.fromEntries(
      Object.entries(wrapped).map(([name, member]: [string, unknown]) => [
        name,
        typeof member === 'function' ? this.wrapFunction(member as () => Promise<unknown>) : member,
      ]),
    ) as Wrapped;
  }
}
