import { type AttemptRequest, cancelBody, ConfigError, headerOf, type TransportResponse } from '@syncline/core';
import { RedirectError } from '../errors/redirect-error.ts';
import type { Settings } from '../options/settings.ts';

/** Authenticates the requests of one client, and only those to the client's own origin. */
export interface Authentication {
  /** Adds the credential. Returns a promise only if the credential has to wait */
  prepare(attempt: AttemptRequest): void | Promise<void>;
  /** After a 401: returns the request to send again if the credential has a new secret. It does not count as a retry */
  renew(attempt: AttemptRequest): Promise<AttemptRequest | undefined>;
}

export function createAuthentication({ credential, origin }: Settings): Authentication {
  /** What is wrong with a request that the credential has changed. */
  const check = ({ url, headers }: AttemptRequest): string | undefined => {
    if (!url.startsWith(origin)) return 'it must not change the origin';
    for (const name of Object.keys(headers)) {
      if (typeof headers[name] !== 'string' || /[^\t -~\x80-\xff]/.test(headers[name]))
        return `a header cannot carry its value of ${name}`;
    }
    return undefined;
  };
  return {
    prepare(attempt) {
      if (!attempt.url.startsWith(origin)) {
        throw new ConfigError('baseUrl', 'of a call must have the same origin as its client');
      }
      const apply = () => credential.apply(attempt);
      return attempt.context.guard('credential.apply', apply, () => check(attempt));
    },
    async renew(attempt) {
      const ask = () => credential.onUnauthorized(attempt);
      const isBoolean = (value: unknown) => typeof value !== 'boolean' && 'it must return true or false';
      if (!(await attempt.context.guard('credential.onUnauthorized', ask, isBoolean))) return undefined;
      attempt.context.report({ type: 'refusal', reason: 'credential' });
      return attempt.renewed();
    },
  };
}

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Returns a function that returns the request to the target of a redirect, or undefined for any other response. It
 * follows only a GET, within the client's origin, at most five times in a row.
 *
 * @throws {RedirectError} when it does not follow a redirect
 */
export function guardRedirects({ origin }: Settings) {
  return (response: TransportResponse, attempt: AttemptRequest): AttemptRequest | undefined => {
    const isHidden = response.type === 'opaqueredirect';
    if (!isHidden && !redirects.has(response.status)) return undefined;
    const target = isHidden
      ? undefined
      : parseUrl(headerOf(response.headers, 'location', attempt.context), attempt.url);
    const refuse = (why: string): RedirectError => {
      cancelBody(response.body);
      attempt.context.report({ type: 'refusal', reason: 'redirect' });
      return new RedirectError(attempt.context, response.status, target && attempt.context.scrub(target.origin), why);
    };
    if (isHidden) throw refuse('this platform does not show where it leads');
    if (target === undefined) throw refuse('its location is not a valid address');
    if (`${target.origin}/` !== origin || target.username || target.password) throw refuse('another origin');
    if (attempt.method !== 'GET') throw refuse(`a ${attempt.method} request is not sent twice`);
    if (attempt.redirects === maxRedirects) throw refuse(`more than ${maxRedirects} in a row`);
    target.hash = '';
    return attempt.redirectedTo(target.href);
  };
}

function parseUrl(location: string | null, base: string): URL | undefined {
  if (location === null) return undefined;
  try {
    return new URL(location, base);
  } catch {
    return undefined;
  }
}
