import { ConfigError, type OptionNames, ownOptions } from '@syncline/core/internal';
import type { Credential } from './credential/credential.ts';
import { requireHeaderText, requireText, type Secret } from './credential/secret.ts';
import { SecretCredential } from './credential/secret-credential.ts';
import { apiKeyHeaderScheme } from '@syncline/openapi';

/** What `apiKeyHeader` needs. */
export interface ApiKeyHeaderOptions {
  /**
   * Name of the header. `vendorHeaderName` creates the name of section 5.1. The specification does not name it for v2:
   * ask your server's operator.
   */
  readonly name: string;
  /** The key. A function is called for each request. */
  readonly value: Secret;
}

/** Headers with a meaning of their own: of the connection (RFC 9110 section 7.6.1), of the body, or of the address. */
const notForKeys =
  /^(__proto__|connection|content-(encoding|length|type)|expect|host|keep-alive|proxy-(authenticate|authorization|connection)|te|trailer|transfer-encoding|upgrade)$/;

const optionNames: OptionNames<ApiKeyHeaderOptions> = { name: 1, value: 1 };

/**
 * Sends an API key in a header (sections 5.1 and 5.2).
 *
 * @throws ConfigError if the name is not a header name, or if a header cannot carry the value as it is.
 *
 * @example
 * ```ts
 * import { apiKeyHeader, vendorHeaderName } from '@syncline/auth';
 *
 * const credential = apiKeyHeader({ name: vendorHeaderName('acme'), value: 'secret' });
 * ```
 */
export function apiKeyHeader(options: ApiKeyHeaderOptions): Credential {
  const { name, value } = ownOptions(options ?? (null as never), optionNames);
  if (typeof name !== 'string' || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    throw new ConfigError('name', 'must be a header name');
  const header = name.toLowerCase();
  if (notForKeys.test(header))
    throw new ConfigError('name', `must be the name of a header for keys, which ${header} is not`);
  return new SecretCredential({
    scheme: 'apiKeyHeader',
    option: 'value',
    secret: value,
    encode: (key) => requireHeaderText('apiKeyHeader', 'value', key),
    place: (request, key) => {
      request.headers[header] = key;
    },
  });
}

/**
 * Creates the name of the API key header of section 5.1, `x-<vendor>-authtoken`, from the vendor part that your server
 * uses.
 *
 * @throws ConfigError if the part has other characters than letters, digits and single hyphens between them.
 *
 * @example
 * ```ts
 * import { vendorHeaderName } from '@syncline/auth';
 *
 * vendorHeaderName('acme'); // "x-acme-authtoken"
 * ```
 */
export function vendorHeaderName(vendor: string): string {
  requireText('vendorHeaderName', 'vendor', vendor);
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/i.test(vendor))
    throw new ConfigError('vendor', 'must consist of letters and digits, with single hyphens between them');
  return apiKeyHeaderScheme.nameTemplate.replace('{vendor}', vendor.toLowerCase());
}
