import { ConfigError } from '../errors/syncline-error.ts';

/**
 * Whether a host name, as `URL.hostname` spells it, means this machine: `localhost`, names under it, 127.0.0.0/8 and
 * `[::1]`.
 *
 * @example
 * ```ts
 * import { isLoopback } from '@syncline/core/internal';
 *
 * isLoopback('127.0.0.1'); // true
 * isLoopback('127.0.0.1.example.com'); // false
 * ```
 */
export function isLoopback(hostname: string): boolean {
  return /^((.+\.)?localhost\.?|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname);
}

/** What {@link requireSecureUrl} accepts, and which option its errors name. */
export interface SecureUrlOptions {
  /** The option that has the address; errors name it */
  readonly option: string;
  /** Whether to accept plain http to other machines. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
}

/**
 * Parses a base address to which secrets are sent. It must be https, or http on loopback, and must not have a user
 * name, password, query or fragment.
 *
 * @param address - the address, as the caller wrote it
 * @param options - what is accepted, and the option that errors name
 * @throws {ConfigError} when the address cannot be used. The error does not repeat the address, which may contain a
 *   secret.
 *
 * @example
 * ```ts
 * import { requireSecureUrl } from '@syncline/core/internal';
 *
 * requireSecureUrl('https://sync.example.com/api', { option: 'baseUrl' }).origin; // "https://sync.example.com"
 * ```
 */
export function requireSecureUrl(address: string | URL, { option, allowInsecureHttp }: SecureUrlOptions): URL {
  try {
    const url = new URL(address);
    const { href, hostname, origin, pathname, protocol } = url;
    const secure = protocol === 'https:' || (protocol === 'http:' && (allowInsecureHttp || isLoopback(hostname)));
    // Only an address without user name, password, query and fragment is the same as these two parts.
    if (secure && href === origin + pathname) return url;
  } catch {
    // Not a URL.
  }
  throw new ConfigError(
    option,
    address
      ? 'must be an https URL without user name, password, query or fragment (http only on loopback or with allowInsecureHttp)'
      : 'is missing. Is its env variable set?',
  );
}
