import type { Clock } from '../time/clock.ts';

const maxTokens = 10_000;

/** The access tokens that the token endpoint has issued. They expire by the sandbox's clock. */
export interface AccessTokens {
  issue(): { token: string; lifetimeSeconds: number };
  /** Whether the token was issued and has not expired. */
  isValid(token: string): boolean;
  /** Expires every token issued so far. */
  expireAll(): void;
}

/** Keeps the newest 10,000 tokens. */
export function createAccessTokens(clock: Pick<Clock, 'now'>, lifetimeSeconds: number): AccessTokens {
  const expiries = new Map<string, number>();
  return {
    issue() {
      const token = `sandbox-${crypto.randomUUID()}`;
      if (expiries.size >= maxTokens) expiries.delete(expiries.keys().next().value as string);
      expiries.set(token, clock.now().getTime() + lifetimeSeconds * 1000);
      return { token, lifetimeSeconds };
    },
    isValid(token) {
      const expiry = expiries.get(token);
      return expiry !== undefined && clock.now().getTime() < expiry;
    },
    expireAll: () => expiries.clear(),
  };
}
