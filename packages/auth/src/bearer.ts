import type { Credential } from './credential/credential.ts';
import { requireHeaderText, type Secret } from './credential/secret.ts';
import { SecretCredential } from './credential/secret-credential.ts';

/**
 * A bearer token that you get and renew yourself (section 5.3, step 2; RFC 6750): `Authorization: Bearer`.
 *
 * @param token The token, or a function that is asked for every request.
 * @throws ConfigError for a token that a header cannot carry.
 *
 * @example
 * ```ts
 * import { bearer } from '@syncline/auth';
 *
 * const credential = bearer('secret');
 * ```
 */
export function bearer(token: Secret): Credential {
  return new SecretCredential({
    scheme: 'clientCredentials',
    option: 'token',
    secret: token,
    encode: (value) => requireHeaderText('token', value),
    place: (request, value) => {
      request.headers['authorization'] = `Bearer ${value}`;
    },
  });
}
