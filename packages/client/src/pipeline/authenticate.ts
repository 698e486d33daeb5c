import { ConfigError } from '../errors/config-error.ts';
import { Outgoing } from './outgoing.ts';
import type { RequestPolicy } from './policy.ts';
import { cancelBody } from './read-bytes.ts';
import { identify } from './report.ts';
import type { TransportResponse } from './response.ts';

/**
 * Adds the credential, for the client's own origin only. After a 401 asks the credential once whether it has a fresh one, and if so
 * sends the request again: that is no retry.
 */
export const authenticate: RequestPolicy = (settings, next) => {
  const { credential, origin, emit } = settings;
  const send = async (outgoing: Outgoing, again: boolean): Promise<TransportResponse> => {
    const { draft, stopper, url } = outgoing;
    if (!url.startsWith(origin)) throw new ConfigError('baseUrl', 'of a call must have the origin of its client');
    const waiting = credential.apply(outgoing);
    if (waiting !== undefined) await waiting;
    const response = await next(outgoing);
    if (again || response.status !== 401) return response;
    const refused = credential.refused(outgoing);
    if (!(typeof refused === 'boolean' ? refused : await refused)) return response;
    emit?.({ type: 'refusal', ...identify(settings, draft), reason: 'credential' });
    cancelBody(response.body);
    return send(new Outgoing(draft, stopper, url), true);
  };
  return (outgoing) => send(outgoing, false);
};
