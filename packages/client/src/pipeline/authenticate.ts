import { type AttemptRequest, ConfigError } from '@syncline/core';
import type { Settings } from '../options/settings.ts';

/** The credential of one client, for the client's own origin only. */
export interface Authentication {
  /** Adds the credential. Returns no promise if there is nothing to wait for */
  prepare(attempt: AttemptRequest): void | Promise<void>;
  /** After a 401: the request to send once more, if the credential has a fresh secret. That does not count as a retry */
  renew(attempt: AttemptRequest): Promise<AttemptRequest | undefined>;
}

export function createAuthentication({ credential, origin }: Settings): Authentication {
  return {
    prepare(attempt) {
      if (!attempt.url.startsWith(origin)) {
        throw new ConfigError('baseUrl', 'of a call must have the origin of its client');
      }
      return credential.apply(attempt);
    },
    async renew(attempt) {
      if (!(await credential.onUnauthorized(attempt))) return undefined;
      attempt.context.report({ type: 'refusal', reason: 'credential' });
      return attempt.renewed();
    },
  };
}
