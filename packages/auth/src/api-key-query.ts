import { ConfigError } from '@syncline/core';
import { apiKeyQueryScheme } from '@syncline/openapi';
import type { Credential } from './credential/credential.ts';
import { requireText, type Secret } from './credential/secret.ts';
import { SecretCredential } from './credential/secret-credential.ts';

/** What `apiKeyQuery` needs. */
export interface ApiKeyQueryOptions {
  /** The key. A function is asked for every request. */
  readonly value: Secret;
  /** Name of the parameter. The v2 interface's is not specified: ask your server's operator. @default '@authtoken' */
  readonly name?: string | undefined;
}

/**
 * An API key in the query (section 5.1). Addresses end up in logs: prefer a header where you can.
 *
 * @throws ConfigError for a name that a query cannot carry as it is, and for an empty value or one with control characters.
 *
 * @example
 * ```ts
 * import { apiKeyQuery } from '@syncline/auth';
 *
 * const credential = apiKeyQuery({ value: 'secret' }); // …?@authtoken=secret
 * ```
 */
export function apiKeyQuery({ value, name = apiKeyQueryScheme.name }: ApiKeyQueryOptions): Credential {
  if (!/^[\w@$.~!*-]+$/.test(name))
    throw new ConfigError('name', 'must be a parameter name of letters, digits and @ $ _ . ~ ! * -');
  return new SecretCredential({
    scheme: 'apiKeyQuery',
    option: 'value',
    secret: value,
    encode: (key) => encodeURIComponent(requireText('value', key)),
    place: (request, encoded) => {
      const [path, query = ''] = request.url.split(/[?#]/, 2);
      const others = query.split('&').filter((pair) => pair !== '' && nameOf(pair) !== name);
      request.url = `${path}?${[...others, `${name}=${encoded}`].join('&')}`;
    },
  });
}

/** A parameter's name; a server may read an encoded one as the same parameter. */
function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0]!;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
