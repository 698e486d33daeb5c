import type { PlainRequest } from '../contract.ts';
import { Refusal } from '../http/refusal.ts';
import type { Scheme, SchemeId } from './scheme.ts';

/**
 * The scheme that lets the request in. Every scheme the request uses must be right: a wrong key beside a right one is refused.
 *
 * @throws Refusal (401) with the challenges of the alternatives
 */
export function authenticate(
  alternatives: readonly string[],
  schemes: Readonly<Partial<Record<string, Scheme>>>,
  request: PlainRequest,
  query: ReadonlyMap<string, string>,
): SchemeId | undefined {
  if (alternatives.length === 0) return undefined;
  let accepted: string | undefined;
  let refused: string | undefined;
  const challenges: string[] = [];
  for (const id of alternatives) {
    const scheme = schemes[id];
    if (scheme === undefined) continue;
    const verdict = scheme.judge(request, query);
    if (verdict === 'accepted') accepted ??= id;
    else if (verdict === 'refused') refused ??= id;
    if (verdict === 'accepted') continue;
    const challenge = scheme.challenge(verdict);
    if (challenge !== undefined) challenges.push(challenge);
  }
  if (accepted !== undefined && refused === undefined) return accepted as SchemeId;
  const message =
    refused === undefined
      ? `No credential was sent. Accepted here: ${alternatives.filter((id) => schemes[id]).join(', ') || 'none'}.`
      : `The credential sent as ${refused} is wrong.`;
  throw new Refusal(401, 'Unauthorized', message, challenges.length === 0 ? {} : { 'www-authenticate': challenges });
}
