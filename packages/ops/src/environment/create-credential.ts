import {
  apiKeyHeader,
  apiKeyQuery,
  basic,
  clientCredentials,
  type Credential,
  personalAccessToken,
} from '@syncline/auth';
import { ConfigError } from '@syncline/core/internal';
import type { EnvironmentConfig, SecretReference } from '../config/config-schema.ts';
import { resolveSecret, type SecretContext } from './resolve-secret.ts';

type Description =
  | NonNullable<EnvironmentConfig['odata']>['credential']
  | NonNullable<EnvironmentConfig['cloud']>['credential'];
/** How long the output of a command is used, so that the command does not run for each request. */
const commandLifetime = 300_000;

/**
 * Creates the credential that a configuration describes, and a function that looks up its secret in advance. Names are
 * looked up immediately, secrets when a request needs them: a file is read each time, so that it can be rotated, and the
 * output of a command is kept for five minutes.
 *
 * @param place - the place of the description, for error messages
 * @throws {ConfigError} when a name cannot be looked up or used
 */
export async function createCredential(
  place: string,
  description: Description,
  context: SecretContext,
): Promise<{ readonly credential: Credential; readonly lookUpSecret: () => Promise<void> }> {
  let secret: (() => Promise<string>) | undefined;
  const nameAt = (name: string, value: string | SecretReference): Promise<string> | string =>
    typeof value === 'string' ? value : resolveSecret(`${place}.${name}`, value, context);
  const secretAt = (name: string, reference: SecretReference): (() => Promise<string>) => {
    const read = () => resolveSecret(`${place}.${name}`, reference, context);
    secret = reference.command === undefined ? read : remembered(read);
    return secret;
  };
  const credential = await create(description, place, nameAt, secretAt);
  return { credential, lookUpSecret: async () => void (await secret?.()) };
}

async function create(
  description: Description,
  place: string,
  nameAt: (name: string, value: string | SecretReference) => Promise<string> | string,
  secretAt: (name: string, reference: SecretReference) => () => Promise<string>,
): Promise<Credential> {
  if ('basic' in description && description.basic) {
    const { username, password } = description.basic;
    return basic({
      username: await nameAt('basic.username', username),
      password: secretAt('basic.password', password),
    });
  }
  if ('apiKeyHeader' in description && description.apiKeyHeader) {
    const { name, value } = description.apiKeyHeader;
    return apiKeyHeader({ name, value: secretAt('apiKeyHeader.value', value) });
  }
  if ('apiKeyQuery' in description && description.apiKeyQuery) {
    const { name, value } = description.apiKeyQuery;
    return apiKeyQuery({ ...(name !== undefined && { name }), value: secretAt('apiKeyQuery.value', value) });
  }
  if ('personalAccessToken' in description && description.personalAccessToken) {
    const { email, token } = description.personalAccessToken;
    return personalAccessToken({
      email: await nameAt('personalAccessToken.email', email),
      token: secretAt('personalAccessToken.token', token),
    });
  }
  if ('clientCredentials' in description && description.clientCredentials) {
    const { authUrl, clientId, clientSecret } = description.clientCredentials;
    return clientCredentials({
      authUrl,
      clientId: await nameAt('clientCredentials.clientId', clientId),
      clientSecret: secretAt('clientCredentials.clientSecret', clientSecret),
    });
  }
  throw new ConfigError(place, 'must have exactly one kind of credential');
}

/** Concurrent callers share one run of a command. A failure is not cached. */
function remembered(read: () => Promise<string>): () => Promise<string> {
  let value: Promise<string> | undefined;
  let readAt = 0;
  return () => {
    if (value === undefined || performance.now() - readAt > commandLifetime) {
      readAt = performance.now();
      value = read();
      value.catch(() => (value = undefined));
    }
    return value;
  };
}
