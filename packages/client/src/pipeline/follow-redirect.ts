import type { AttemptRequest, ClientResponse } from '@syncline/core/internal';
import type { RedirectError } from '../errors/redirect-error.ts';

const maxRedirects = 5;

/** A redirect. What its code would import is passed in: bundlers would divide the first chunk of a page for it. */
export interface Redirect {
  readonly response: Pick<ClientResponse, 'type'>;
  readonly attempt: AttemptRequest;
  readonly location: string | null;
  /** The client's origin, with a slash at its end */
  readonly origin: string;
  /** Creates the error of a redirect that is not followed */
  readonly refuse: (targetOrigin: string | undefined, why: string) => RedirectError;
}

/**
 * Returns the request to the target of a redirect. It follows only a GET, within the client's origin, at most five times
 * in a row.
 *
 * @throws {RedirectError} when it does not follow the redirect
 */
export function followRedirect({ response, attempt, location, origin, refuse }: Redirect): AttemptRequest {
  const { context, method, redirects, url } = attempt;
  const isHidden = response.type === 'opaqueredirect';
  const target = isHidden || location === null ? undefined : parseUrl(location, url);
  const fail = (why: string): RedirectError => {
    context.report({ type: 'refusal', reason: 'redirect' });
    return refuse(target && context.scrub(target.origin), why);
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
