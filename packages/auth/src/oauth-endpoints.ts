import { clientCredentialsCarrier } from '@syncline/openapi';
import { ConfigError } from './errors/config-error.ts';
import { requireSecureUrl } from './http/secure-url.ts';

/** The two addresses that integrations with OAuth fields ask for. */
export interface OAuthEndpoints {
  /** `{auth_url}/oauth/token` */
  readonly tokenUrl: string;
  /** `{auth_url}/authorize` */
  readonly authorizationUrl: string;
}

/**
 * The token and authorization addresses of section 5.3, for integrations that ask for them.
 *
 * @throws ConfigError for an address that is not https (loopback exempt), or that has a user, a query or a fragment.
 *
 * @example
 * ```ts
 * import { oauthEndpoints } from '@syncline/auth';
 *
 * oauthEndpoints('https://auth.example.com').tokenUrl; // "https://auth.example.com/oauth/token"
 * ```
 */
export function oauthEndpoints(authUrl: string | URL, { allowInsecureHttp }: { readonly allowInsecureHttp?: boolean | undefined } = {}): OAuthEndpoints {
  const { origin, pathname, search } = requireSecureUrl(authUrl, { option: 'authUrl', allowInsecureHttp });
  if (search) throw new ConfigError('authUrl', 'must not hold a query');
  const base = origin + pathname.replace(/\/+$/, '');
  const { authorizationPath, tokenPath } = clientCredentialsCarrier;
  return { tokenUrl: base + tokenPath, authorizationUrl: base + authorizationPath };
}
