import { type AttemptRequest, ConfigError } from '@syncline/core/internal';
import type { Settings } from '../options/settings.ts';

/** Authenticates the requests of one client, and only those to the client's own origin. */
export interface Authentication {
  /** Adds the credential. Returns a promise only if the credential has to wait */
  prepare(attempt: AttemptRequest): void | Promise<void>;
  /** After a 401: returns the request to send again if the credential has a new secret. It does not count as a retry */
  renew(attempt: AttemptRequest): Promise<AttemptRequest | undefined>;
}

export function createAuthentication({ credential, origin }: Settings): Authentication {
  /** The headers that were good the last time: nearly every request has the same ones. */
  const good = { __proto__: null } as unknown as Record<string, unknown>;
  /** What is wrong with a request that the credential has changed. */
  const check = ({ url, headers }: AttemptRequest, checkedUrl: string): string | undefined => {
    if (url !== checkedUrl && !url.startsWith(origin)) return 'it must not change the origin';
    for (const name of Object.keys(headers)) {
      const value = headers[name];
      if (value && value === good[name]) continue;
      if (typeof value !== 'string' || !/^[\w.-]+:[\t -~\x80-\xff]*$/.test(`${name}:${value}`))
        return `its header ${name} cannot be sent`;
      good[name] = value;
    }
    return undefined;
  };
  return {
    prepare(attempt) {
      const { url } = attempt;
      if (!url.startsWith(origin)) {
        throw new ConfigError('baseUrl', 'of a call must have the same origin as its client');
      }
      const apply = () => credential.apply(attempt);
      return attempt.context.guard('credential.apply', apply, () => check(attempt, url));
    },
    async renew(attempt) {
      const ask = () => credential.onUnauthorized(attempt);
      const isBoolean = (value: unknown) => typeof value !== 'boolean' && 'it must return true or false';
      if (!(await attempt.context.guard('credential.onUnauthorized', ask, isBoolean))) return undefined;
      attempt.context.report({ type: 'refusal', reason: 'credential' });
      return attempt.renewed();
    },
  };
}
