import { apiKeyHeaderScheme } from '@syncline/openapi';
import { ConfigError } from '@syncline/core/internal';

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
  if (typeof vendor !== 'string' || !/^[a-z\d]+(?:-[a-z\d]+)*$/i.test(vendor))
    throw new ConfigError('vendor', 'must consist of letters and digits, with single hyphens between them');
  return apiKeyHeaderScheme.nameTemplate.replace('{vendor}', vendor.toLowerCase());
}
