import { guard, reasonOf, withTimeLimit } from '@syncline/core/internal';
import type { SharingRequest } from './token-sharing.ts';
import type { TokenStore } from './token-store.ts';

/** The store failed or took too long, which has been reported. */
export class StoreFailure extends Error {}

/** Returns the same store with a time limit on each operation. A failure is reported and becomes a `StoreFailure`. */
export function watched(
  store: TokenStore,
  timeoutMs: number,
  { clock, report }: Pick<SharingRequest, 'clock' | 'report'>,
): TokenStore {
  const watch = async <T>(
    operation: 'get' | 'set' | 'lock' | 'release',
    work: () => Promise<T>,
    check?: (value: unknown) => string | false,
  ): Promise<T> => {
    const late = new StoreFailure(`no response within ${timeoutMs} ms`);
    const fail = (thrown: unknown): never => {
      throw thrown;
    };
    try {
      return await withTimeLimit(
        clock,
        timeoutMs,
        async () => guard(work, fail, check),
        () => late,
      );
    } catch (error) {
      // Only its name, because messages of stores repeat addresses with passwords.
      const reason = error === late ? late.message : reasonOf(error);
      report({ type: 'token_store_failed', operation, reason });
      throw new StoreFailure(reason);
    }
  };
  return {
    get: (name) => watch('get', async () => store.get(name), checkKept),
    set: (name, value, lifetimeMs) => watch('set', async () => store.set(name, value, lifetimeMs)),
    lock: async (name, leaseMs) => {
      const release = await watch('lock', async () => store.lock(name, leaseMs), checkRelease);
      return release && (() => watch('release', async () => release()));
    },
  };
}

function checkKept(kept: unknown): string | false {
  const { value, remainingMs } = Object(kept) as { value?: unknown; remainingMs?: unknown };
  const isKept = typeof value === 'string' && typeof remainingMs === 'number' && remainingMs >= 0;
  return kept !== undefined && kept !== null && !isKept && 'it must return a value with its remaining milliseconds';
}

function checkRelease(release: unknown): string | false {
  return release !== undefined && release !== null && typeof release !== 'function' && 'it must return a function';
}
