import { ConfigError } from '../errors/config-error.ts';

/**
 * Whether a host name means this very machine: `localhost`, names under it, 127.0.0.0/8 and `[::1]`, as `URL.hostname` spells them.
 *
 * @example
 * ```ts
 * import { isLoopback } from '@syncline/core';
 *
 * isLoopback('127.0.0.1'); // true
 * isLoopback('127.0.0.1.example.com'); // false
 * ```
 */
export function isLoopback(hostname: string): boolean {
  return /^((.+\.)?localhost\.?|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname);
}

/** How `requireSecureUrl` judges. */
export interface SecureUrlOptions {
  /** Name of the option that the address came from; errors name it. */
  readonly option: string;
  /** Also accept plain http to other machines. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
}

/**
 * Parses a base address to which secrets will be sent: https, or http on loopback; no user, password, query or fragment.
 *
 * @throws ConfigError which names the option and never repeats the address, since a wrong one may hold a secret.
 *
 * @example
 * ```ts
 * import { requireSecureUrl } from '@syncline/core';
 *
 * requireSecureUrl('https://sync.example.com/api', { option: 'baseUrl' }).origin; // "https://sync.example.com"
 * ```
 */
export function requireSecureUrl(address: string | URL, { option, allowInsecureHttp }: SecureUrlOptions): URL {
  try {
    const url = new URL(address);
    const { href, hostname, origin, pathname, protocol } = url;
    const secure = protocol === 'https:' || (protocol === 'http:' && (allowInsecureHttp || isLoopback(hostname)));
    // Nothing but these two: no user name, password, query or fragment.
    if (secure && href === origin + pathname) return url;
  } catch {
    // No URL at all.
  }
  throw new ConfigError(
    option,
    'must be an https URL without user name, password, query and fragment (http: on loopback, or with allowInsecureHttp)',
  );
}
