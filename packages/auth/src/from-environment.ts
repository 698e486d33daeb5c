import { ConfigError } from '@syncline/core';
import { apiKeyHeader } from './api-key-header.ts';
import { apiKeyQuery } from './api-key-query.ts';
import { basic } from './basic.ts';
import { clientCredentials } from './client-credentials/client-credentials.ts';
import type { Credential } from './credential/credential.ts';
import { personalAccessToken } from './personal-access-token.ts';
import { vendorHeaderName } from './vendor-header-name.ts';

type Values<Name extends string> = Record<Name, string>;
interface Way {
  readonly names: readonly string[];
  readonly make: (values: Values<string>) => Credential;
}
const way = <const Names extends readonly string[]>(
  names: Names,
  make: (values: Values<Names[number]>) => Credential,
): Way => ({ names, make });

const user = way(['SYNCLINE_USERNAME', 'SYNCLINE_PASSWORD'], (v) =>
  basic({ username: v.SYNCLINE_USERNAME, password: v.SYNCLINE_PASSWORD }),
);
const ways = {
  odata: [
    user,
    way(['SYNCLINE_API_KEY', 'SYNCLINE_VENDOR'], (v) =>
      apiKeyHeader({ name: vendorHeaderName(v.SYNCLINE_VENDOR), value: v.SYNCLINE_API_KEY }),
    ),
    way(['SYNCLINE_API_KEY_QUERY'], (v) => apiKeyQuery({ value: v.SYNCLINE_API_KEY_QUERY })),
  ],
  v2: [
    user,
    way(['SYNCLINE_USER_TOKEN', 'SYNCLINE_USER_TOKEN_HEADER'], (v) =>
      apiKeyHeader({ name: v.SYNCLINE_USER_TOKEN_HEADER, value: v.SYNCLINE_USER_TOKEN }),
    ),
    way(['SYNCLINE_USER_TOKEN', 'SYNCLINE_USER_TOKEN_PARAMETER'], (v) =>
      apiKeyQuery({ name: v.SYNCLINE_USER_TOKEN_PARAMETER, value: v.SYNCLINE_USER_TOKEN }),
    ),
  ],
  cloud: [
    way(['SYNCLINE_EMAIL', 'SYNCLINE_PERSONAL_ACCESS_TOKEN'], (v) =>
      personalAccessToken({ email: v.SYNCLINE_EMAIL, token: v.SYNCLINE_PERSONAL_ACCESS_TOKEN }),
    ),
    way(['SYNCLINE_AUTH_URL', 'SYNCLINE_CLIENT_ID', 'SYNCLINE_CLIENT_SECRET'], (v) =>
      clientCredentials({
        authUrl: v.SYNCLINE_AUTH_URL,
        clientId: v.SYNCLINE_CLIENT_ID,
        clientSecret: v.SYNCLINE_CLIENT_SECRET,
      }),
    ),
  ],
};

/**
 * Makes the credential of an interface from environment variables. Exactly one way must be set in full:
 *
 * - `odata`: `SYNCLINE_USERNAME` and `SYNCLINE_PASSWORD`; or `SYNCLINE_API_KEY` and `SYNCLINE_VENDOR`; or `SYNCLINE_API_KEY_QUERY`.
 * - `v2`: `SYNCLINE_USERNAME` and `SYNCLINE_PASSWORD`; or `SYNCLINE_USER_TOKEN` with `SYNCLINE_USER_TOKEN_HEADER` or `SYNCLINE_USER_TOKEN_PARAMETER`.
 * - `cloud`: `SYNCLINE_EMAIL` and `SYNCLINE_PERSONAL_ACCESS_TOKEN`; or `SYNCLINE_AUTH_URL`, `SYNCLINE_CLIENT_ID` and `SYNCLINE_CLIENT_SECRET`.
 *
 * @param environment Where the variables are. @default process.env
 * @throws ConfigError when no way is set in full, or more than one is; it names variables and repeats no value.
 *
 * @example
 * ```ts
 * import { fromEnvironment } from '@syncline/auth';
 *
 * const credential = fromEnvironment('odata', { SYNCLINE_USERNAME: 'admin', SYNCLINE_PASSWORD: 'secret' });
 * ```
 */
export function fromEnvironment(
  interfaceName: 'odata' | 'v2' | 'cloud',
  environment: Readonly<Record<string, string | undefined>> = processEnvironment(),
): Credential {
  const candidates: readonly Way[] = ways[interfaceName];
  const complete = candidates.filter(({ names }) => names.every((name) => environment[name]));
  const [only, second] = complete;
  if (second) throw new ConfigError('environment', `must set one way only, and sets ${listed(complete)}`);
  if (!only) throw new ConfigError('environment', `must set, for ${interfaceName}, ${listed(candidates)}`);
  return only.make(environment as Values<string>);
}

function listed(candidates: readonly Way[]): string {
  return candidates.map(({ names }) => names.join(' with ')).join(', or ');
}

function processEnvironment(): Record<string, string | undefined> {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};
}
