import { ConfigError } from '@syncline/core';
import { basicCredential } from './basic.ts';
import type { Credential } from './credential/credential.ts';
import type { Secret } from './credential/secret.ts';

/** What `personalAccessToken` needs. */
export interface PersonalAccessTokenOptions {
  /** The user's e-mail address. */
  readonly email: string;
  /** A token made in the user's settings. A function is asked for every request. */
  readonly token: Secret;
}

/**
 * A user's personal access token (section 5.3): Basic, with the e-mail address as user name and the token as password.
 *
 * @throws ConfigError for an address that is empty or holds a colon, and for an empty token.
 *
 * @example
 * ```ts
 * import { personalAccessToken } from '@syncline/auth';
 *
 * const credential = personalAccessToken({ email: 'jane@example.com', token: 'secret' });
 * ```
 */
export function personalAccessToken({ email, token }: PersonalAccessTokenOptions): Credential {
  if (token === '') throw new ConfigError('token', 'must be a text that is not empty');
  return basicCredential('personalAccessToken', 'email', email, 'token', token);
}
