import { ConfigError, encodeBase64Utf8 } from '@syncline/core';
import type { Credential } from './credential/credential.ts';
import { requireText, type Secret } from './credential/secret.ts';
import { SecretCredential } from './credential/secret-credential.ts';

/** What `basic` needs. */
export interface BasicOptions {
  /** User name; RFC 7617 has no way to send one with a colon. */
  readonly username: string;
  /** Password; may be empty. A function is asked for every request. */
  readonly password: Secret;
}

/**
 * HTTP Basic (sections 5.1, 5.2 and 5.3; RFC 7617): `Authorization: Basic`, in UTF-8.
 *
 * @throws ConfigError for a user name that is empty or holds a colon, and for control characters.
 *
 * @example
 * ```ts
 * import { basic } from '@syncline/auth';
 *
 * const credential = basic({ username: 'admin', password: 'secret' });
 * ```
 */
export function basic({ username, password }: BasicOptions): Credential {
  return basicCredential('basic', 'username', username, 'password', password);
}

/** Basic under the name of any scheme, with the caller's own names for its two options. */
export function basicCredential(
  scheme: string,
  userOption: string,
  user: string,
  option: string,
  secret: Secret,
): Credential {
  requireText(userOption, user);
  if (user.includes(':')) throw new ConfigError(userOption, 'must not hold a colon');
  return new SecretCredential({
    scheme,
    option,
    secret,
    encode: (password) => encodeBase64Utf8(`${user}:${password === '' ? '' : requireText(option, password)}`),
    place: (request, encoded) => {
      request.headers['authorization'] = `Basic ${encoded}`;
    },
  });
}
