import { type Clock, guardClock, systemClock } from '@syncline/core/internal';
import type { TokenStore } from './token-store.ts';

/**
 * Creates a token store in the memory of this process, for several credentials in one process, or as a model for your
 * own store.
 *
 * @param clock - the time, for tests. A clock that fails fails the store with a ConfigError. @default the machine's clock
 *
 * @example
 * ```ts
 * import { memoryTokenStore } from '@syncline/auth';
 *
 * const store = memoryTokenStore();
 * await store.set('name', 'encrypted', 60_000);
 * ```
 */
export function memoryTokenStore(clock: Pick<Clock, 'now'> = systemClock): TokenStore {
  const { now } = guardClock(clock as Clock);
  const values = new Map<string, { readonly value: string; readonly end: number }>();
  const locks = new Map<string, { readonly end: number }>();
  return {
    async get(name) {
      const kept = values.get(name);
      const remainingMs = (kept?.end ?? 0) - now();
      return kept && remainingMs > 0 ? { value: kept.value, remainingMs } : undefined;
    },
    async set(name, value, lifetimeMs) {
      values.set(name, { value, end: now() + lifetimeMs });
    },
    async lock(name, leaseMs) {
      const held = locks.get(name);
      if (held && held.end > now()) return undefined;
      const own = { end: now() + leaseMs };
      locks.set(name, own);
      return async () => {
        if (locks.get(name) === own) locks.delete(name);
      };
    },
  };
}
