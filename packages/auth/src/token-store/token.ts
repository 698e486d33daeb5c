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
