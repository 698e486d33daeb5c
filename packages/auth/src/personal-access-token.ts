import { type OptionNames, ownOptions } from '@syncline/core/internal';
import { basicCredential } from './basic.ts';
import type { Credential } from './credential/credential.ts';
import { requireText, type Secret } from './credential/secret.ts';

/** What `personalAccessToken` needs. */
export interface PersonalAccessTokenOptions {
  /** The user's e-mail address. */
  readonly email: string;
  /** A token created in the user's settings. A function is called for each request. */
  readonly token: Secret;
}

const optionNames: OptionNames<PersonalAccessTokenOptions> = { email: 1, token: 1 };

/**
 * Sends a user's personal access token (section 5.3): Basic, with the e-mail address as user name and the token as
 * password.
 *
 * @throws ConfigError if the address is empty or has a colon, or if the token is empty.
 *
 * @example
 * ```ts
 * import { personalAccessToken } from '@syncline/auth';
 *
 * const credential = personalAccessToken({ email: 'jane@example.com', token: 'secret' });
 * ```
 */
export function personalAccessToken(options: PersonalAccessTokenOptions): Credential {
  const { email, token } = ownOptions(options ?? (null as never), optionNames);
  if (token === '') requireText('personalAccessToken', 'token', token);
  return basicCredential('personalAccessToken', 'email', email, 'token', token);
}
