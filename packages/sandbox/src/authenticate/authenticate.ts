import type { SandboxRequest } from '../http/request.ts';
import { ServiceError } from '../http/service-error.ts';
import type { SchemeId, Schemes } from './schemes.ts';

/**
 * Returns the scheme that authenticates the request, or undefined for an operation without security. Every credential
 * in the request must be correct: a wrong key next to a correct one is rejected.
 *
 * @throws ServiceError (401) with the challenges of the accepted schemes
 */
export function authenticate(
  alternatives: readonly SchemeId[],
  schemes: Schemes,
  request: SandboxRequest,
  query: ReadonlyMap<string, string>,
): SchemeId | undefined {
  if (alternatives.length === 0) return undefined;
  let accepted: SchemeId | undefined;
  let rejected: SchemeId | undefined;
  for (const id of alternatives) {
    const scheme = schemes[id];
    if (scheme === undefined) continue;
    const verdict = scheme.verify(request, query);
    if (verdict === 'accepted') accepted ??= id;
    else if (verdict === 'rejected') rejected ??= id;
  }
  if (accepted !== undefined && rejected === undefined) return accepted;
  const challenges = alternatives.flatMap((id) => {
    const scheme = schemes[id];
    const verdict = scheme?.verify(request, query);
    return verdict === undefined || verdict === 'accepted' ? [] : (scheme?.challenge?.(verdict) ?? []);
  });
  const known = alternatives.flatMap((id) => {
    const scheme = schemes[id];
    return scheme === undefined ? [] : [scheme.place === undefined ? id : `${id} (${scheme.place})`];
  });
  const problem = rejected === undefined ? 'No credential was sent.' : `The credential sent as ${rejected} is wrong.`;
  const message = `${problem} Accepted here: ${known.join(', ') || 'none'}.`;
  throw new ServiceError(
    401,
    'Unauthorized',
    message,
    challenges.length === 0 ? {} : { 'www-authenticate': challenges },
  );
}
