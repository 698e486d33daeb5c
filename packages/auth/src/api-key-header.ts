import { ConfigError } from '@syncline/core';
import type { Credential } from './credential/credential.ts';
import { requireHeaderText, type Secret } from './credential/secret.ts';
import { SecretCredential } from './credential/secret-credential.ts';

/** What `apiKeyHeader` needs. */
export interface ApiKeyHeaderOptions {
  /** Name of the header; `vendorHeaderName` makes the one of section 5.1. The v2 interface's is not specified: ask your server's operator. */
  readonly name: string;
  /** The key. A function is asked for every request. */
  readonly value: Secret;
}

/**
 * An API key in a header (sections 5.1 and 5.2).
 *
 * @throws ConfigError for a name that is not a header name, and for a value that a header cannot carry as it is.
 *
 * @example
 * ```ts
 * import { apiKeyHeader, vendorHeaderName } from '@syncline/auth';
 *
 * const credential = apiKeyHeader({ name: vendorHeaderName('acme'), value: 'secret' });
 * ```
 */
export function apiKeyHeader({ name, value }: ApiKeyHeaderOptions): Credential {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw new ConfigError('name', 'must be a header name');
  const header = name.toLowerCase();
  return new SecretCredential({
    scheme: 'apiKeyHeader',
    option: 'value',
    secret: value,
    encode: (key) => requireHeaderText('value', key),
    place: (request, key) => {
      request.headers[header] = key;
    },
  });
}
