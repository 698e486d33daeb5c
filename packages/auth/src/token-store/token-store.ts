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
