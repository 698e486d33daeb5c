import { RedirectError } from '../errors/redirect-error.ts';
import { Outgoing } from './outgoing.ts';
import type { Settings } from './policy.ts';
import { cancelBody } from './read-bytes.ts';
import { identify } from './report.ts';
import type { TransportResponse } from './response.ts';

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Where a response leads on, after so many redirects before it; undefined where it is no redirect. A GET is followed within the
 * client's origin, five times at most.
 *
 * @throws RedirectError for every other redirect
 */
export function guardRedirects(settings: Settings) {
  return (
    response: TransportResponse,
    { draft, method, stopper, url }: Outgoing,
    hops: number,
  ): Outgoing | undefined => {
    const hidden = response.type === 'opaqueredirect';
    if (!hidden && !redirects.has(response.status)) return undefined;
    cancelBody(response.body);
    const target = hidden ? undefined : addressOf(response.headers.get('location'), url);
    const refuse = (why: string) => {
      settings.emit?.({ type: 'refusal', ...identify(settings, draft), reason: 'redirect' });
      return new RedirectError(draft, response.status, target && settings.scrub(target.origin), why);
    };
    if (hidden) throw refuse('this platform does not show where it leads');
    if (target === undefined) throw refuse('its location is no address');
    if (`${target.origin}/` !== settings.origin || target.username || target.password) throw refuse('another origin');
    if (method !== 'GET') throw refuse(`a ${method} is not sent twice`);
    if (hops === maxRedirects) throw refuse(`more than ${maxRedirects} in a row`);
    target.hash = '';
    return new Outgoing(draft, stopper, target.href);
  };
}

const addressOf = (location: string | null, base: string): URL | undefined => {
  if (location === null) return undefined;
  try {
    return new URL(location, base);
  } catch {
    return undefined;
  }
};
