import { ConfigError } from '../errors/config-error.ts';
import type { Outgoing } from './outgoing.ts';
import type { RequestPolicy } from './policy.ts';
import { cancelBody } from './read-bytes.ts';
import { identify } from './report.ts';

/**
 * Adds the credential, for the client's own origin only. After a 401 asks the credential once whether it has a fresh one, and if so
 * sends the request again: that is no retry.
 */
export const authenticate: RequestPolicy = (settings, next) => {
  const { credential, origin, emit } = settings;
  const sign = async (outgoing: Outgoing): Promise<Outgoing> => {
    const signed = { ...outgoing, headers: { ...outgoing.headers } };
    const waiting = credential.apply(signed);
    if (waiting !== undefined) await waiting;
    return signed;
  };
  return async (outgoing) => {
    if (!outgoing.url.startsWith(origin)) throw new ConfigError('baseUrl', 'of a call must have the origin of its client');
    const signed = await sign(outgoing);
    const response = await next(signed);
    if (response.status !== 401) return response;
    const refused = credential.refused(signed);
    if (!(typeof refused === 'boolean' ? refused : await refused)) return response;
    emit?.({ type: 'refusal', ...identify(settings, outgoing.draft), reason: 'credential' });
    cancelBody(response.body);
    return next(await sign(outgoing));
  };
};
