import { encodeBase64Utf8, type OptionNames, ownOptions } from '@syncline/core/internal';
import type { Credential } from './credential/credential.ts';
import { requireText, type Secret } from './credential/secret.ts';
import { SecretCredential } from './credential/secret-credential.ts';

/** What `basic` needs. */
export interface BasicOptions {
  /** User name without a colon, which RFC 7617 cannot transmit. */
  readonly username: string;
  /** Password, which may be empty. A function is called for each request. */
  readonly password: Secret;
}

const basicOptionNames: OptionNames<BasicOptions> = { username: 1, password: 1 };

/**
 * Sends HTTP Basic (sections 5.1, 5.2 and 5.3; RFC 7617): `Authorization: Basic`, in UTF-8.
 *
 * @throws ConfigError if the user name is empty or has a colon, or if one of the two has control characters.
 *
 * @example
 * ```ts
 * import { basic } from '@syncline/auth';
 *
 * const credential = basic({ username: 'admin', password: 'secret' });
 * ```
 */
export function basic(options: BasicOptions): Credential {
  const { username, password } = ownOptions(options ?? (null as never), basicOptionNames);
  return basicCredential('basic', 'username', username, 'password', password);
}

/** Basic for any security scheme, with the option names of the calling function. */
export function basicCredential(
  scheme: string,
  userOption: string,
  user: string,
  option: string,
  secret: Secret,
): Credential {
  requireText(scheme, userOption, user, /^[^\p{Cc}\p{Cs}:]+$/u, 'colons, ');
  return new SecretCredential({
    scheme,
    option,
    secret,
    encode: (password) => encodeBase64Utf8(`${user}:${password === '' ? '' : requireText(scheme, option, password)}`),
    place: (request, encoded) => {
      request.headers['authorization'] = `Basic ${encoded}`;
    },
  });
}
