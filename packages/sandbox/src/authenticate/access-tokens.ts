import type { Clock } from '../contract.ts';
import type { Scheme } from './scheme.ts';

const keptTokens = 10_000;

/** The access tokens that were given out, by the sandbox's own clock. */
export interface AccessTokens {
  issue(): { token: string; lifetimeSeconds: number };
  /** Makes every token given out so far expired. */
  expireAll(): void;
  readonly scheme: Scheme;
}

/** Bearer tokens (RFC 6750) of the client credentials grant; the oldest are forgotten beyond 10,000. */
export function createAccessTokens(clock: Pick<Clock, 'now'>, lifetimeSeconds: number): AccessTokens {
  const expiries = new Map<string, number>();
  return {
    issue() {
      const token = `sandbox-${crypto.randomUUID()}`;
      if (expiries.size >= keptTokens) expiries.delete(expiries.keys().next().value as string);
      expiries.set(token, clock.now().getTime() + lifetimeSeconds * 1000);
      return { token, lifetimeSeconds };
    },
    expireAll: () => expiries.clear(),
    scheme: {
      judge(request) {
        const match = /^bearer(?: +(\S+))? *$/i.exec(request.header('authorization') ?? '');
        if (match === null) return 'absent';
        const expiry = expiries.get(match[1] ?? '');
        return expiry !== undefined && clock.now().getTime() < expiry ? 'accepted' : 'refused';
      },
      challenge: (verdict) =>
        verdict === 'refused' ? 'Bearer realm="sandbox", error="invalid_token"' : 'Bearer realm="sandbox"',
    },
  };
}
