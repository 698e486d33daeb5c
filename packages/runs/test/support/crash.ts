import { SynclineError } from '@syncline/core/internal';
import type { RunSource, Store } from '../../src/index.ts';

/** Represents the end of the process. It must reach the test unchanged. */
export class Crash extends SynclineError {
  readonly code = 'CRASH';
}

/**
 * Ends a process at one of its calls, either before the call does anything or after it has finished. All later calls
 * fail too, because a process that has ended does nothing more.
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

  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    this.calls += 1;
    const isLast = this.calls === this.#at;
    if (this.calls > this.#at || (isLast && this.#when === 'before')) throw new Crash('before');
    const result = await work();
    if (isLast) throw new Crash('after');
    return result;
  }

  source(source: RunSource): RunSource {
    return { kind: source.kind, read: (query) => this.call(() => source.read(query)) };
  }

  store(store: Store): Store {
    const wrapped: Record<string, unknown> = { environment: store.environment };
    for (const [name, method] of Object.entries(store))
      if (typeof method === 'function')
        wrapped[name] = (...given: unknown[]) =>
          this.call(() => (method as (...all: unknown[]) => Promise<unknown>)(...given));
    return wrapped as unknown as Store;
  }
}
