import { ConfigError } from '../errors/config-error.ts';
import { Outgoing } from './outgoing.ts';
import type { RequestPolicy, SendRequest } from './policy.ts';
import { cancelBody } from './read-bytes.ts';
import { identify } from './report.ts';
import type { TransportResponse } from './response.ts';

/**
 * Adds the credential, for the client's own origin only. After a 401 asks the credential once whether it has a fresh one, and if so
 * sends the request again: that is no retry.
 */
export const authenticate: RequestPolicy = (settings, next) => {
  const { credential, origin, emit } = settings;
  // Not an async function: most credentials need not wait, and every promise counts in what each request goes through.
  const send: SendRequest = (outgoing) => {
    if (!outgoing.url.startsWith(origin)) throw new ConfigError('baseUrl', 'of a call must have the origin of its client');
    const waiting = credential.apply(outgoing);
    return waiting === undefined ? next(outgoing) : waiting.then(() => next(outgoing));
  };
  const sendAgain = async (outgoing: Outgoing, response: TransportResponse): Promise<TransportResponse> => {
    const { draft, stopper } = outgoing;
    if (!(await credential.refused(outgoing))) return response;
    emit?.({ type: 'refusal', ...identify(settings, draft), reason: 'credential' });
    cancelBody(response.body);
    return send(new Outgoing(draft, stopper, outgoing.target));
  };
  return (outgoing) => send(outgoing).then((response) => (response.status === 401 ? sendAgain(outgoing, response) : response));
};
