/** A token as the endpoint or the store gave it. */
export interface Token {
  readonly value: string;
  /** How long it holds from when it was made, in milliseconds; undefined: until it is refused. */
  readonly lifetimeMs: number | undefined;
  /** When it ends on the monotonic clock; Infinity without a lifetime. Counted from before the request left, so that no delay lengthens a life. */
  readonly endsAt: number;
}

/** How long before its end a token is refreshed: 60 s or a tenth of its lifetime, whichever is more, but at most half of it. Without a lifetime: never. */
export function refreshAheadMs(lifetimeMs = 0): number {
  return Math.min(Math.max(60_000, lifetimeMs / 10), lifetimeMs / 2);
}
