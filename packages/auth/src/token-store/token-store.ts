import { type Clock, guardClock, systemClock } from '@syncline/core/internal';

/**
 * Where processes share a token: three functions over any store that has expiry and "set if absent". The values are
 * already encrypted. `@syncline/auth/redis` implements it for Redis.
 */
export interface TokenStore {
  /** Returns the value, and the milliseconds until the store deletes it by its own clock. */
  get(name: string): Promise<{ readonly value: string; readonly remainingMs: number } | undefined>;
  /** Stores a value for the given milliseconds. */
  set(name: string, value: string, lifetimeMs: number): Promise<void>;
  /**
   * Takes the lock for at most `leaseMs`. Returns the function that releases it, or undefined if another holder has it.
   */
  lock(name: string, leaseMs: number): Promise<(() => Promise<void>) | undefined>;
}

/** A token from the endpoint or the store. */
export interface Token {
  readonly value: string;
  /** How long it is valid from its creation, in milliseconds. Undefined: until the service rejects it. */
  readonly lifetimeMs: number | undefined;
  /**
   * When it expires on the monotonic clock; Infinity without a lifetime. Counted from before the request was sent, so
   * that no delay extends it.
   */
  readonly endsAt: number;
}

/**
 * How long before its expiry a token is refreshed: 60 s or a tenth of its lifetime, whichever is more, but at most half
 * of it. Without a lifetime: never.
 */
export function refreshAheadMs(lifetimeMs = 0): number {
  return Math.min(Math.max(60_000, lifetimeMs / 10), lifetimeMs / 2);
}

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
      const lease = { end: now() + leaseMs };
      locks.set(name, lease);
      return async () => {
        if (locks.get(name) === lease) locks.delete(name);
      };
    },
  };
}
