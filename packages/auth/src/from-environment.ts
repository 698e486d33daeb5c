import { ConfigError } from '@syncline/core/internal';
import { apiKeyHeader, vendorHeaderName } from './api-key-header.ts';
import { apiKeyQuery } from './api-key-query.ts';
import { basic } from './basic.ts';
import { clientCredentials } from './client-credentials/client-credentials.ts';
import type { Credential } from './credential/credential.ts';
import { personalAccessToken } from './personal-access-token.ts';

type Values<Name extends string> = Record<Name, string>;

/** One set of variables that describes a credential. */
interface EnvironmentScheme {
  readonly names: readonly string[];
  readonly create: (values: Values<string>) => Credential;
}

const scheme = <const Names extends readonly string[]>(
  names: Names,
  create: (values: Values<Names[number]>) => Credential,
): EnvironmentScheme => ({ names, create });

const user = scheme(['SYNCLINE_USERNAME', 'SYNCLINE_PASSWORD'], (v) =>
  basic({ username: v.SYNCLINE_USERNAME, password: v.SYNCLINE_PASSWORD }),
);
const environmentSchemes = {
  odata: [
    user,
    scheme(['SYNCLINE_API_KEY', 'SYNCLINE_VENDOR'], (v) =>
      apiKeyHeader({ name: vendorHeaderName(v.SYNCLINE_VENDOR), value: v.SYNCLINE_API_KEY }),
    ),
    scheme(['SYNCLINE_API_KEY_QUERY'], (v) => apiKeyQuery({ value: v.SYNCLINE_API_KEY_QUERY })),
  ],
  v2: [
    user,
    scheme(['SYNCLINE_USER_TOKEN', 'SYNCLINE_USER_TOKEN_HEADER'], (v) =>
      apiKeyHeader({ name: v.SYNCLINE_USER_TOKEN_HEADER, value: v.SYNCLINE_USER_TOKEN }),
    ),
    scheme(['SYNCLINE_USER_TOKEN', 'SYNCLINE_USER_TOKEN_PARAMETER'], (v) =>
      apiKeyQuery({ name: v.SYNCLINE_USER_TOKEN_PARAMETER, value: v.SYNCLINE_USER_TOKEN }),
    ),
  ],
  cloud: [
    scheme(['SYNCLINE_EMAIL', 'SYNCLINE_PERSONAL_ACCESS_TOKEN'], (v) =>
      personalAccessToken({ email: v.SYNCLINE_EMAIL, token: v.SYNCLINE_PERSONAL_ACCESS_TOKEN }),
    ),
    scheme(['SYNCLINE_AUTH_URL', 'SYNCLINE_CLIENT_ID', 'SYNCLINE_CLIENT_SECRET'], (v) =>
      clientCredentials({
        authUrl: v.SYNCLINE_AUTH_URL,
        clientId: v.SYNCLINE_CLIENT_ID,
        clientSecret: v.SYNCLINE_CLIENT_SECRET,
      }),
    ),
  ],
};

/**
 * Creates the credential of an interface from environment variables. Exactly one of these sets must be complete:
 *
 * - `odata`: `SYNCLINE_USERNAME` and `SYNCLINE_PASSWORD`; or `SYNCLINE_API_KEY` and `SYNCLINE_VENDOR`; or
 *   `SYNCLINE_API_KEY_QUERY`.
 * - `v2`: `SYNCLINE_USERNAME` and `SYNCLINE_PASSWORD`; or `SYNCLINE_USER_TOKEN` with `SYNCLINE_USER_TOKEN_HEADER` or
 *   `SYNCLINE_USER_TOKEN_PARAMETER`.
 * - `cloud`: `SYNCLINE_EMAIL` and `SYNCLINE_PERSONAL_ACCESS_TOKEN`; or `SYNCLINE_AUTH_URL`, `SYNCLINE_CLIENT_ID` and
 *   `SYNCLINE_CLIENT_SECRET`.
 *
 * @param environment - the variables. @default process.env
 * @throws ConfigError for another interface, and if no set or more than one is complete. Its message names the variables and never contains a
 *   value.
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
  const candidates = schemesOf(interfaceName);
  // Only its own properties: a polluted Object.prototype must not become a credential.
  const isSet = (name: string): boolean => Object.hasOwn(environment, name) && Boolean(environment[name]);
  const complete = candidates.filter(({ names }) => names.every(isSet));
  const [only, second] = complete;
  if (second)
    throw new ConfigError('environment', `must set the variables of one credential only, but sets ${listed(complete)}`);
  if (!only) throw new ConfigError('environment', `has no credential for ${interfaceName}. Set ${listed(candidates)}`);
  return only.create(environment as Values<string>);
}

/**
 * The sets of environment variables that {@link fromEnvironment} reads for an interface. Each set describes one
 * credential. For tools that list or look for them.
 *
 * @returns the names, in the order in which messages show them
 * @throws ConfigError for another interface
 *
 * @example
 * ```ts
 * import { environmentVariables } from '@syncline/auth';
 *
 * const isConfigured = environmentVariables('odata').some((set) => set.every((name) => process.env[name]));
 * ```
 */
export function environmentVariables(interfaceName: 'odata' | 'v2' | 'cloud'): readonly (readonly string[])[] {
  return schemesOf(interfaceName).map(({ names }) => [...names]);
}

function schemesOf(interfaceName: 'odata' | 'v2' | 'cloud'): readonly EnvironmentScheme[] {
  if (!Object.hasOwn(environmentSchemes, interfaceName))
    throw new ConfigError('interfaceName', "must be 'odata', 'v2' or 'cloud'");
  return environmentSchemes[interfaceName];
}

function listed(candidates: readonly EnvironmentScheme[]): string {
  return candidates.map(({ names }) => names.join(' with ')).join(', or ');
}

function processEnvironment(): Record<string, string | undefined> {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};
}
