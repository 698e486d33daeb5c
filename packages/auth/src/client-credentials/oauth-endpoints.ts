import { clientCredentialsScheme } from '@syncline/openapi';
import { requireSecureUrl } from '@syncline/core/internal';

/** The two addresses that OAuth fields of integrations ask for. */
export interface OAuthEndpoints {
  /** `{auth_url}/oauth/token` */
  readonly tokenUrl: string;
  /** `{auth_url}/authorize` */
  readonly authorizationUrl: string;
}

/**
 * Returns the token and authorization addresses of section 5.3, for integrations that ask for them.
 *
 * @throws ConfigError if the address is not https (loopback exempt), or if it has a user, a query or a fragment.
 *
 * @example
 * ```ts
 * import { oauthEndpoints } from '@syncline/auth';
 *
 * oauthEndpoints('https://auth.example.com').tokenUrl; // "https://auth.example.com/oauth/token"
 * ```
 */
export function oauthEndpoints(
  authUrl: string | URL,
  options?: { readonly allowInsecureHttp?: boolean | undefined },
): OAuthEndpoints {
  const base = authBase(authUrl, options?.allowInsecureHttp);
  const { authorizationPath, tokenPath } = clientCredentialsScheme;
  return { tokenUrl: base + tokenPath, authorizationUrl: base + authorizationPath };
}

/** Returns `{auth_url}` without a slash at its end. */
export function authBase(authUrl: string | URL, allowInsecureHttp: boolean | undefined): string {
  return requireSecureUrl(authUrl, { option: 'authUrl', allowInsecureHttp }).href.replace(/\/+$/, '');
}
