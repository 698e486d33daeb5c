/**
 * Where processes share a token: three functions over any store that knows expiry and "set if absent". The values are encrypted
 * before they get here. `@syncline/auth/redis` has one for Redis.
 */
export interface TokenStore {
  /** The value, and the milliseconds until the store drops it by its own clock. */
  get(name: string): Promise<{ readonly value: string; readonly remainingMs: number } | undefined>;
  /** Keeps a value for that many milliseconds. */
  set(name: string, value: string, lifetimeMs: number): Promise<void>;
  /** Takes the lock for at most `leaseMs`; undefined when another has it. The answer gives it back, if it is still one's own. */
  lock(name: string, leaseMs: number): Promise<(() => Promise<void>) | undefined>;
}
