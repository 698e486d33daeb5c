import { ConfigError } from '../errors/config-error.ts';
import { Outgoing } from './outgoing.ts';
import type { Settings } from './policy.ts';
import { identify } from './report.ts';

/** The credential of one client, for the client's own origin only. */
export interface Authentication {
  /** Adds the credential. Without a promise where nothing has to be awaited */
  apply(outgoing: Outgoing): void | Promise<void>;
  /** After a 401: the request to send once more, where the credential has a fresh secret for it. That is no retry */
  renew(outgoing: Outgoing): Promise<Outgoing | undefined>;
}

export function createAuthentication(settings: Settings): Authentication {
  const { credential, origin, emit } = settings;
  return {
    apply(outgoing) {
      if (!outgoing.url.startsWith(origin))
        throw new ConfigError('baseUrl', 'of a call must have the origin of its client');
      return credential.apply(outgoing);
    },
    async renew(outgoing) {
      const { draft, stopper, target } = outgoing;
      if (!(await credential.refused(outgoing))) return undefined;
      emit?.({ type: 'refusal', ...identify(settings, draft), reason: 'credential' });
      return new Outgoing(draft, stopper, target);
    },
  };
}
