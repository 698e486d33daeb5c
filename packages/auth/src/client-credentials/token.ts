/** A token as the endpoint or the store gave it. */
export interface Token {
  readonly value: string;
  /** How long it holds from `since` on; undefined: until it is refused. */
  readonly lifetimeMs: number | undefined;
  /** How long it still holds from `since` on. The same as `lifetimeMs` but for a token that others got earlier. */
  readonly remainingMs: number | undefined;
  /** Monotonic milliseconds from which `remainingMs` counts: before the request left, so that no delay lengthens a life. */
  readonly since: number;
}

/** How long before its end a token is refreshed: 60 s or a tenth of its lifetime, whichever is more, but at most half of it. */
export function refreshAheadMs(lifetimeMs: number): number {
  return Math.min(Math.max(60_000, lifetimeMs / 10), lifetimeMs / 2);
}
