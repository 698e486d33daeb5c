import { ConfigError } from '@syncline/core/internal';
import type { Credential } from './credential/credential.ts';
import { requireHeaderText, type Secret } from './credential/secret.ts';
import { SecretCredential } from './credential/secret-credential.ts';

/**
 * Sends a bearer token that you request and renew yourself (section 5.3, step 2; RFC 6750): `Authorization: Bearer`.
 *
 * @param token - the token, or a function that is called for each request
 * @throws ConfigError if a header cannot carry the token, or the token begins with `Bearer `.
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
    encode: (value) => {
      // What a header has, and not the token itself. A token has no space (RFC 6750 section 2.1).
      if (/^bearer /i.test(value)) throw new ConfigError('token', 'must not begin with "Bearer ", which is added');
      return requireHeaderText('bearer', 'token', value);
    },
    place: (request, value) => {
      request.headers['authorization'] = `Bearer ${value}`;
    },
  });
}
