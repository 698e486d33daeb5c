import type { AttemptRequest, ClientResponse } from '@syncline/core/internal';
import { RedirectError } from '../errors/redirect-error.ts';

const maxRedirects = 5;

/**
 * Returns the request to the target of a redirect. It follows only a GET, within the client's origin, at most five times
 * in a row.
 *
 * @param origin - the client's origin, with a slash at its end
 * @throws {RedirectError} when it does not follow the redirect
 * @throws the reason of a cancellation, if the attempt was cancelled while this file was loading
 */
export function followRedirect(
  response: Pick<ClientResponse, 'type' | 'status' | 'headers'>,
  attempt: AttemptRequest,
  origin: string,
): AttemptRequest {
  const { cancellation, context, method, redirects, url } = attempt;
  if (cancellation.reason !== undefined) throw cancellation.reason;
  const location = response.headers.get('location');
  const isHidden = response.type === 'opaqueredirect';
  const target = isHidden || location === null ? undefined : parseUrl(location, url);
  const fail = (why: string): RedirectError => {
    context.observer?.onEvent({ type: 'refusal', reason: 'redirect' });
    return new RedirectError(context, response.status, target && context.scrub(target.origin), why);
  };
  if (isHidden) throw fail('this platform does not show where it leads');
  if (target === undefined) throw fail('its location is not a valid address');
  // Not its `origin`: a user name does not change that, and a `blob:` address has that of another address.
  if (!target.href.startsWith(origin)) throw fail('another origin');
  if (method !== 'GET') throw fail(`a ${method} request is not sent twice`);
  if (redirects === maxRedirects) throw fail(`more than ${maxRedirects} in a row`);
  target.hash = '';
  return attempt.redirectedTo(target.href);
}

function parseUrl(location: string, base: string): URL | undefined {
  try {
    return new URL(location, base);
  } catch {
    return undefined;
  }
}
