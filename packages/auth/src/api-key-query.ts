import { ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import { apiKeyQueryScheme } from '@syncline/openapi';
import type { Credential } from './credential/credential.ts';
import { requireText, type Secret } from './credential/secret.ts';
import { SecretCredential } from './credential/secret-credential.ts';

/** What `apiKeyQuery` needs. */
export interface ApiKeyQueryOptions {
  /** The key. A function is called for each request. */
  readonly value: Secret;
  /**
   * Name of the parameter. The specification does not name it for v2: ask your server's operator. @default '@authtoken'
   */
  readonly name?: string | undefined;
}

const optionNames: OptionNames<ApiKeyQueryOptions> = { value: 1, name: 1 };

/**
 * Sends an API key in the query (section 5.1). Addresses end up in logs, so prefer a header where you can.
 *
 * @throws ConfigError if the name has characters that a query would have to encode, or if the value is empty or has
 *   control characters.
 *
 * @example
 * ```ts
 * import { apiKeyQuery } from '@syncline/auth';
 *
 * const credential = apiKeyQuery({ value: 'secret' }); // …?@authtoken=secret
 * ```
 */
export function apiKeyQuery(options: ApiKeyQueryOptions): Credential {
  const { value, name = apiKeyQueryScheme.name } = ownOptions(options ?? (null as never), optionNames);
  if (!/^[\w@$.~!*-]+$/.test(name))
    throw new ConfigError('name', 'must be a parameter name of letters, digits and @ $ _ . ~ ! * -');
  return new SecretCredential({
    scheme: 'apiKeyQuery',
    option: 'value',
    secret: value,
    encode: (key) => encodeURIComponent(requireText('apiKeyQuery', 'value', key)),
    place: (request, encoded) => {
      const [path, query = ''] = request.url.split(/[?#]/, 2);
      const others = query.split('&').filter((pair) => pair !== '' && nameOf(pair) !== name);
      request.url = `${path}?${[...others, `${name}=${encoded}`].join('&')}`;
    },
  });
}

/** The name of a parameter, decoded, because a server may read an encoded name as the same parameter. */
function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0]!;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
